//! What the reader of a file must not decide in silence: who is a row, whose name comes first, whose dependent somebody is.

use serde_json::json;

use crate::support::TestApp;
use crate::support::census::task;

const ROSTER: &str = "Name,Date of Birth,Employee ID,Zip,Phone\n";

/// A row that cannot be read never looks like an absence (rules.md#unreadable-row), whatever the name of its person.
#[tokio::test]
async fn a_member_whose_name_reads_like_a_total_is_not_ended() {
    for row in ["Count Basie,,707777,02139,", "Total Maria,,707777,,", "Max,,707777,,"] {
        let app = TestApp::start().await;
        let group = app.census_group().await;
        let mut csv = ROSTER.to_owned();
        for number in 0..12 {
            app.member(group).named(&format!("Ann{number}"), "Bee").numbered(&format!("E-{number}")).create().await;
            csv.push_str(&format!("Ann{number} Bee,05/17/1984,E-{number},,\n"));
        }
        app.member(group).named("Count", "Basie").numbered("707777").create().await;
        let client = app.administrator().await;
        let settings = [("explicitImport", "true"), ("globalEffectiveDate", "07/01/2026")];
        let file = client.upload_census(group, &settings, format!("{csv}{row}\n")).await;
        app.run_jobs().await;
        let file = app.processed(&client, &file).await;
        assert_eq!(
            (&file["StatusFormatted"], &task(&file, 1)["State"]),
            (&json!("Errors"), &json!("Errors")),
            "{file}"
        );
        let statuses: Vec<_> = client.roster(group).await.into_iter().map(|(_, status, _)| status).collect();
        assert_eq!(statuses, [0; 13], "{row}");
        let record = client.census_record(&file, 13).await;
        assert_eq!(record["UniqueId"], "707777", "{record}");
    }
}
