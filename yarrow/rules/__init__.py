"""The rule language: conditions in the words of the texts that run on charts of either art."""
