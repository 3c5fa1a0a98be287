"""Align: a classical Chinese text with commentary and its Korean translation.

Text in, segments and links out. Knows nothing of divination and needs nothing of Yarrow.
"""
