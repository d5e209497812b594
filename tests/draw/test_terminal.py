from rich.cells import cell_len
from rich.text import Text

from ratskeller.draw.terminal import Sheet, clip, fit, folded


def test_what_does_not_fit_is_cut_with_a_mark() -> None:
    assert clip("Ada", 5) == "Ada"
    assert clip("Adalbert", 5) == "Adal…"
    assert cell_len(clip("陳小明與老鼠", 6)) <= 6
    assert fit(Text("Ada"), 5).plain == "Ada  "
    assert fit(Text("Adalbert"), 5).plain == "Adal…"
    assert cell_len(fit(Text("陳小明與老鼠"), 6).plain) == 6


def test_a_list_goes_on_below_its_first_item() -> None:
    items = [Text("x" * 60), Text("y" * 200), Text("z")]
    lines = list(folded(Text("label   "), items, width=100, indent=8))
    assert [line.cell_len for line in lines] == [68, 100, 9]
    assert lines[2].plain == "        z"


def test_a_head_that_fills_its_line_stands_alone() -> None:
    lines = list(folded(Text("h" * 18), [Text("item")], width=20, indent=4))
    assert [line.plain for line in lines] == ["h" * 18, "    item"]


def test_nothing_leaves_a_sheet_and_wide_characters_take_two_cells() -> None:
    sheet = Sheet(5, 2)
    sheet.write(3, 0, "abc", "red")
    sheet.write(0, 1, "鼠b")
    sheet.write(4, 1, "鼠")
    sheet.write(0, 7, "below")
    assert sheet.text().plain == "   ab\n鼠b"


def test_a_copy_of_a_sheet_is_its_own() -> None:
    sheet = Sheet(3, 1)
    other = sheet.copy()
    other.write(0, 0, "x")
    assert (sheet.text().plain, other.text().plain) == ("", "x")
