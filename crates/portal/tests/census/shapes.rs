//! Census files of every shape in which people send them, each on its whole way: taken in, mapped, validated, matched, processed.

use serde_json::Value;

use crate::support::TestApp;
use crate::support::census::task_path;

/// A file, and what becomes of it.
struct Shape {
    what: &'static str,
    content: &'static [u8],
    /// Names and birth dates of the members it makes, by name.
    members: &'static [&'static str],
    /// The fields that hold rows back; such a file makes nobody until they are mended.
    wrong: &'static [&'static str],
}

const SHAPES: &[Shape] = &[
    Shape {
        what: "our own template",
        content: b"UniqueId,MemberType,FirstName,LastName,DateOfBirth,Gender,State,ZipCode\nB-1,Primary,Anselm,Quill,02/03/1980,M,TX,76710\n",
        members: &["Anselm Quill 1980-02-03"],
        wrong: &[],
    },
    Shape {
        what: "a spreadsheet's UTF-8 with a byte order mark",
        content: "\u{feff}\"First Name\",\"Last Name\",\"Date of Birth\"\r\n\"Ida\",\"St. Cloud\",\"3/9/1968\"\r\n".as_bytes(),
        members: &["Ida St. Cloud 1968-03-09"],
        wrong: &[],
    },
    Shape {
        what: "semicolons and Windows letters",
        content: b"Last Name;First Name;DOB\r\nPe\xf1a;In\xe9s;05/06/1979\r\n",
        members: &["Inés Peña 1979-05-06"],
        wrong: &[],
    },
    Shape {
        what: "years of two digits",
        content: b"First Name,Last Name,DOB\nAda,Wick,3/3/27\nLew,Bray,07/04/85\n",
        members: &["Ada Wick 1927-03-03", "Lew Bray 1985-07-04"],
        wrong: &[],
    },
    Shape {
        what: "day numbers of a spreadsheet, one of them no day",
        content: b"First Name,Last Name,DOB\nTove,Fern,25569\nBram,Holt,60\n",
        members: &[],
        wrong: &["DateOfBirth"],
    },
    Shape {
        what: "titles above and totals below",
        content: b"Hollow Creek Mills,,,\nAs of 07/01/2026,,,\n,,,\nLast Name,First Name,DOB,Salary\nOsei,Ama,8/8/1966,\"$71,250.00\"\n,,,\nTotal Employees,1,,\n",
        members: &["Ama Osei 1966-08-08"],
        wrong: &[],
    },
    Shape {
        what: "line breaks in quotes",
        content: b"First Name,Last Name,DOB,Address\nGerda,\"Fitz-Roy, Jr.\",02/02/1959,\"1 Mill Lane\nApt \"\"B\"\"\"\n",
        members: &["Gerda Fitz-Roy, Jr. 1959-02-02"],
        wrong: &[],
    },
    Shape {
        what: "two columns of one heading",
        content: b"First Name,Last Name,DOB,Phone,Phone\nMina,Lowe,04/05/1991,6145550101,6145550102\n",
        members: &["Mina Lowe 1991-04-05"],
        wrong: &[],
    },
    Shape {
        what: "whole names in one column, one of them a single name",
        content: b"Employee Name,DOB\n\"Rivas, Noel\",01/02/1975\nPrince,06/07/1958\n",
        members: &[],
        wrong: &["LastName"],
    },
    Shape {
        what: "families",
        content: b"FamilyId,Relationship,FirstName,LastName,DateOfBirth\nF1,Employee,Ann,Cole,01/02/1980\nF1,Child,Kit,Cole,05/06/2012\n",
        members: &["Ann Cole 1980-01-02", "Kit Cole 2012-05-06"],
        wrong: &[],
    },
    Shape {
        what: "a child without an employee",
        content: b"FamilyId,Relationship,FirstName,LastName,DateOfBirth\nF1,Employee,Ann,Cole,01/02/1980\nF2,Child,Kit,Cole,05/06/2012\n",
        members: &[],
        wrong: &["Relationship"],
    },
    Shape {
        what: "the codes of X12",
        content: b"INS02,First Name,Last Name,DOB,Subscriber SSN\n18,Ann,Cole,01/02/1980,900551234\n01,Bo,Cole,03/04/1981,900551234\n",
        members: &["Ann Cole 1980-01-02", "Bo Cole 1981-03-04"],
        wrong: &[],
    },
    Shape {
        what: "a comma that nobody quoted",
        content: b"First Name,Last Name,DOB,Address,City\nAnn,Cole,01/02/1980,5 Elm St, Apt 2,Toledo\n",
        members: &[],
        wrong: &[""],
    },
    Shape {
        what: "numbers that lost their zeros",
        content: b"First Name,Last Name,DOB,Zip,Cell Phone\nAnn,Cole,01/02/1980,2139,6.145550101E+9\n",
        members: &["Ann Cole 1980-01-02"],
        wrong: &[],
    },
    Shape {
        what: "tabs and blanks that do not break",
        content: "First Name\tLast Name\u{a0}\tDOB\n\u{a0}Ann \tCole\t01/02/1980\n".as_bytes(),
        members: &["Ann Cole 1980-01-02"],
        wrong: &[],
    },
    Shape {
        what: "a printed report in pages",
        content: b"last_name,first_name,dob\nAbara,Chidi,2/11/1969\nPage 1 of 2,,\n\nlast_name,first_name,dob\nBoone,Faye,6/24/2000\nEnd of report\n",
        members: &["Chidi Abara 1969-02-11", "Faye Boone 2000-06-24"],
        wrong: &[],
    },
    Shape {
        what: "two bytes a letter",
        content: b"\xff\xfeF\0i\0r\0s\0t\0 \0N\0a\0m\0e\0,\0L\0a\0s\0t\0 \0N\0a\0m\0e\0,\0D\0O\0B\0\n\0A\0n\0n\0,\0C\0o\0l\0e\0,\x001\0/\x002\0/\x001\x009\x008\x000\0\n\0",
        members: &["Ann Cole 1980-01-02"],
        wrong: &[],
    },
];

#[tokio::test]
async fn files_of_every_shape_go_their_whole_way() {
    let app = TestApp::start().await;
    let client = app.administrator().await;
    for shape in SHAPES {
        let group = app.census_group().await;
        let file = client.upload_census(group, &[("globalEffectiveDate", "07/01/2026")], shape.content).await;
        app.run_jobs().await;
        let file = app.processed(&client, &file).await;
        let status = if shape.wrong.is_empty() { "Completed" } else { "Errors" };
        assert_eq!(file["StatusFormatted"], status, "{}: {file}", shape.what);
        let path = format!("{}?Filter=errors", task_path(&file, 1));
        let records = client.get(&path).await.value()["Data"]["CensusRecords"].clone();
        assert_eq!(wrong_fields(&records), shape.wrong, "{}", shape.what);
        let list = client.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
        assert_eq!(people(&list), shape.members, "{}", shape.what);
    }
}

fn wrong_fields(records: &Value) -> Vec<String> {
    let records = records.as_array().into_iter().flatten();
    let errors = records.flat_map(|record| record["Errors"].as_array().into_iter().flatten());
    let errors = errors.filter(|error| error["Severity"] == "Error");
    errors.map(|error| error["Key"].as_str().unwrap_or_default().to_owned()).collect()
}

fn people(list: &Value) -> Vec<String> {
    let rows = list["Data"].as_array().into_iter().flatten();
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    rows.map(|row| format!("{} {} {}", text(row, "FirstName"), text(row, "LastName"), text(row, "DateOfBirth")))
        .collect()
}
