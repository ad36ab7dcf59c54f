use super::*;

/// The facts of parts, each by its name and its markup.
fn facts(parts: &[(&str, &str)]) -> Result<Facts, Refusal> {
    let mut facts = Facts::default();
    for (name, markup) in parts {
        let source = BufReader::new(markup.as_bytes());
        let part = Bounded { source, unpacked: 0, most: u64::MAX, run: 0, longest: LONGEST };
        facts.read_part(name, part).map_err(|error| match error {
            ReadError::Refused(refusal) => refusal,
            ReadError::Io(error) => panic!("memory fails: {error}"),
        })?;
    }
    Ok(facts)
}

fn of_sheet(markup: &str) -> Result<Facts, Refusal> {
    facts(&[("xl/worksheets/sheet1.xml", markup)])
}

#[test]
fn a_list_of_strings_claims_no_more_than_it_may_have() {
    for (claimed, is_let_through) in [("12", true), ("3000000", true), ("99999999999", false)] {
        let text = format!("<x:sst count=\"12\" uniqueCount='{claimed}'><si z='1234567890123'/></x:sst>");
        assert_eq!(of_sheet(&text).is_ok(), is_let_through, "{claimed}");
    }
}

#[test]
fn hidden_rows_and_merged_cells_are_noted() {
    for (text, is_hidden) in [
        ("<x:row r=\"1\" hidden='1'><c/></x:row>", true),
        ("<row hidden=\"true\" r=\"1\"/>", true),
        ("<row r=\"1\" hidden=\"0\"/>", false),
        ("<x><col hidden=\"1\"/><row r=\"1\"/></x>", false),
        ("<row r=\"1\"><c><v> hidden=\"1\"</v></c></row>", false),
    ] {
        assert_eq!(of_sheet(text).map(|facts| facts.hides_rows), Ok(is_hidden), "{text}");
    }
    let merged =
        "<x:mergeCells count=\"2\"><x:mergeCell ref=\"A1:A2\"/><mergeCell ref='B1:B3'></mergeCell></x:mergeCells>";
    assert_eq!(of_sheet(merged).map(|facts| facts.merged), Ok(2));
}

#[test]
fn what_the_reader_would_lose_its_way_in_is_damaged() {
    for text in ["<a></b>", "<c><is></c></is>", "</a>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", &"<a>".repeat(513)] {
        assert_eq!(of_sheet(text).err(), Some(Refusal::Damaged), "{text}");
    }
}

#[test]
fn nothing_between_two_tags_and_no_cell_is_longer_than_a_reader_may_hold() {
    let long = "x".repeat(LONGEST + 1);
    let many = "<is><t>x</t></is>".repeat(LONGEST / 16);
    for text in [format!("<a>{long}"), format!("<a b=\"{long}"), format!("<!--{long}"), format!("<c>{many}"), long] {
        assert_eq!(of_sheet(&text).err(), Some(Refusal::CellTooLong(LONGEST)));
    }
    let cells = format!("<sheet>{}</sheet>", "<c><v>1</v></c>".repeat(LONGEST / 8));
    assert!(of_sheet(&cells).is_ok());
}

#[test]
fn formats_of_nothing_but_zeros_tell_how_many_digits_are_shown() {
    for (format, zeros) in [
        ("000000", 6),
        ("00000", 5),
        ("0", 0),
        ("0.00", 0),
        ("000-00-0000", 0),
        ("mm/dd/yyyy", 0),
        ("General", 0),
        ("", 0),
    ] {
        assert_eq!(zeros_of(format), zeros, "{format}");
    }
}

const STYLES: &str = "<x:styleSheet><x:numFmts><x:numFmt numFmtId='164' formatCode=\"000000\"/><x:numFmt numFmtId='165' formatCode='&quot;A&quot;00'/>\
    </x:numFmts><x:fonts><x:font/><x:font><x:strike/></x:font><x:font><x:strike val='0'/></x:font></x:fonts>\
    <x:cellStyleXfs><x:xf numFmtId='164' fontId='1'/></x:cellStyleXfs>\
    <x:cellXfs><x:xf numFmtId='0' fontId='0'/><x:xf numFmtId='164' fontId='0'/><x:xf numFmtId='165' fontId='1'/>\
    <x:xf fontId='2'/></x:cellXfs><x:dxfs><x:dxf><x:font><x:strike/></x:font></x:dxf></x:dxfs></x:styleSheet>";

#[test]
fn the_styles_of_cells_are_told_by_their_formats_and_fonts() {
    let style = |zeros, is_struck| Style { zeros, is_struck };
    let expected = [style(0, false), style(6, false), style(0, true), style(0, false)];
    assert_eq!(facts(&[("xl/styles.xml", STYLES)]).map(|facts| facts.styles), Ok(expected.to_vec()));
}

#[test]
fn styled_cells_are_found_by_their_place() {
    let markup = "<sheetData><row r='2'><c r='A2' s='1'><v>421</v></c><c r='B2' s='2'><v>1</v></c></row><row><c r='A3' s='1'><v>7</v></c><c s='1'/></row>\
                  <row r='7'><c r='A7'><v>1</v></c><c r='AB7' s='1'><v>1</v></c><c r='AC7' s='2'/></row></sheetData>";
    let workbook = "<workbook><sheets><sheet name='List' sheetId='1' r:id='rId1'/></sheets></workbook>";
    let relations = "<Relationships><Relationship Id='rId1' Target='worksheets/Sheet1.xml'/></Relationships>";
    let mut facts = facts(&[
        ("xl/styles.xml", STYLES),
        ("xl/workbook.xml", workbook),
        ("xl/_rels/workbook.xml.rels", relations),
        ("xl/worksheets/sheet1.xml", markup),
    ])
    .expect("the markup is whole");
    let cells = facts.take_cells("List");
    assert_eq!(cells.struck, [1]);
    for (place, number, shown) in [
        ((1, 0), "421", "000421"),
        ((2, 0), "7", "000007"),
        ((2, 0), "1234567", "1234567"),
        ((2, 0), "4.5", "4.5"),
        ((2, 0), "-4", "-4"),
        ((6, 0), "1", "1"),
        ((6, 27), "1", "000001"),
        ((0, 0), "1", "1"),
    ] {
        assert_eq!(cells.with_zeros(place, number.to_owned()), shown, "{place:?} {number}");
    }
}

#[test]
fn the_workbooks_own_properties_say_the_system() {
    for (markup, expected) in [
        ("<workbook><sheets/></workbook>", false),
        ("<workbook><workbookPr/></workbook>", false),
        ("<workbook><workbookPr date1904=\"0\"/></workbook>", false),
        ("<workbook><workbookPr date1904=\"1\"/></workbook>", true),
        ("<x:workbook><x:workbookPr codeName=\"a\" date1904=\"true\"></x:workbookPr></x:workbook>", true),
        (
            "<workbook><workbookPr date1904=\"1\"/><extLst><ext><x15:workbookPr chartTrackingRefBase=\"1\"/></ext></extLst></workbook>",
            true,
        ),
        ("<workbook><workbookPr/><extLst><ext><x15:workbookPr date1904=\"1\"/></ext></extLst></workbook>", false),
    ] {
        assert_eq!(facts(&[("xl/workbook.xml", markup)]).map(|facts| facts.is_1904), Ok(expected), "{markup}");
    }
}
