"""What the checks of the translation know beforehand: characters taken for one another, words
turned into their opposite, numerals, and negations."""

from __future__ import annotations

# Characters that copyists and compositors confuse, by shape. Each group is symmetric. The ones
# of the calendar are those that every handbook of divination warns of.
LOOKALIKES = (
    "己巳已 戊戌戍 未末 午牛 子予了 人入八 日曰目 日旦且 大太犬 天夫 土士 干千于 干乾 王玉主壬 刀力 "
    "貝見 田由甲申 今令 問間聞 矢失 石右 母毋 比此北 代伐 侍待 徒徙從 析折拆 枉柱旺 住往 侯候 "
    "專傳傅 師帥 烏鳥 免兔 崇祟 宮官 名各 合含 治冶 沖仲 湯場陽揚 辛幸 卯卵印 昂昴 豐豈 雖難 之乏 "
    "仁仕任 秦泰奉 林木本 月用 婿媚 精粗 緩綬 晝畫書 衰哀衷 遺遣 遂逐 宜宣 兌允 困因囚 內肉 旬句勾 "
    "恃持特 脾髀 昭詔 動勤 墓暮慕 支友 文丈父 交爻父 化他 伏仗 克兄 室空 酉西 乙己 丁了 如加 與戌 雲云 "
    "神視 課果 螣塍騰 子干 財才 大六 夫失 占古 客容 勝膝 卦封掛 科料 祿錄 綠緣 須順 頃項頂 複復覆 "
    "處虛 慮盧 鳴嗚 裡理 始治姑 晴睛 清情請 陪倍 部都 陷陰除 孝老考 者著 羞差 員貞 其甚 基期 辰震 "
    "余餘 系係繫擊 誣無 方万 刺剌 斤斥 亡忘 遁盾 陰閃 備德 男朗 財南 冊用 發癸 丙內 庚唐 亥刻 寅演 "
    "婦媳 妊妉 聘騁 筮噬 貶乏 蟾瞻 獵臘 廩林 衾衿 綻錠 歹好"
).split()

# Pairs whose exchange turns a sentence round, or moves it to the other side.
OPPOSITES = (
    "內外 吉凶 生克 生死 動靜 旺衰 男女 晝夜 順逆 陰陽 上下 前後 先後 左右 出入 喜忌 得失 成敗 輕重 "
    "遲速 貧富 貴賤 東西 南北 春秋 夏冬 夫妻 夫婦 多少 大小 長短 難易 善惡 往來 進退 開閉 益損 初末 "
    "初中 中末 干支 主客 世應 虛實 真偽 始終 早晚 高低 剛柔 清濁 新舊 勝負 盛衰 強弱 緩急 安危 彼此 "
    "祖孫 頭尾 首尾 利害 賓主 老少 買賣 明暗 公私 聚散 離合 升降 存亡 存沒 憂喜 禍福 財鬼 父兄"
).split()

NEGATIVES_ZH = frozenset("不無未非勿莫毋弗匪否")

NUMERALS = {
    "二": ("이", "두", "둘", "제이", "양"), "三": ("삼", "세", "셋", "석", "제삼"),
    "四": ("사", "네", "넷", "넉", "제사"), "五": ("오", "다섯", "제오"),
    "六": ("육", "륙", "여섯", "유월", "제육"), "七": ("칠", "일곱"),
    "八": ("팔", "여덟"), "九": ("구", "아홉"), "十": ("십", "열", "시월"),
}
MEASURES = frozenset("月宮位處般端種類人家次度件層重歲旬日")
