//! Census files for tests, taken through the API as a browser would: uploaded, run task by task, processed.

use std::ops::RangeInclusive;

use domain::GroupId;
use domain::groups::GroupForm;
use serde_json::{Value, json};

use super::{Client, TestApp};

/// Where census files are.
pub const FILES: &str = "/api/v1/census/files";

/// For what a file waits whose changes were not looked at.
pub const UNSEEN: &str =
    "What this file will change has not been looked at. Open its change set and press Process there.";

/// The usual heading of the rows of a test.
pub const HEADING: &str = "UniqueId,MemberType,FirstName,LastName,DateOfBirth,Email,City,Status,FamilyId\n";

impl Client {
    /// Uploads a group's file; what an upload runs by itself is only queued.
    pub async fn upload_census(&self, group: GroupId, settings: &[(&str, &str)], csv: impl AsRef<[u8]>) -> Value {
        let group = group.to_string();
        let mut fields = vec![("employerId", group.as_str()), ("isMultiGroup", "false")];
        fields.extend_from_slice(settings);
        self.upload(FILES, &fields, ("people.csv", csv.as_ref())).await.value()
    }

    /// Uploads new content of a file.
    pub async fn replace_census(&self, file: &Value, csv: impl AsRef<[u8]>) -> Value {
        let id = file["Id"].to_string();
        self.upload(FILES, &[("censusFileId", &id)], ("better.csv", csv.as_ref())).await.value()
    }

    /// The file as it is now.
    pub async fn census(&self, file: &Value) -> Value {
        self.get(&file_path(file)).await.value()
    }

    /// Says whether a file ends absent members, and gives it afterwards.
    pub async fn put_explicit(&self, file: &Value, explicit: bool) -> Value {
        self.put(&format!("{}/explicit", file_path(file)), json!({"ExplicitImport": explicit})).await.value()
    }

    /// Looks at what a file changes.
    pub async fn look_at_changes(&self, file: &Value) -> Value {
        let now = self.census(file).await;
        let seen = format!("{}/changes/seen", task_path(&now, 3));
        self.put(&seen, json!({"Inspection": now["Inspection"]})).await.value()
    }

    /// Answers the open questions about a file with yes.
    pub async fn say_yes(&self, file: &Value) {
        self.answer_with_yes(file, |_| true).await;
    }

    /// Says of a file that names few of its group's members that it is the group's.
    pub async fn say_whose(&self, file: &Value) {
        self.answer_with_yes(file, |question| question["Kind"] == "FewNamed").await;
    }

    /// Confirms the endings of a file by the number that it waits for.
    pub async fn confirm_endings(&self, file: &Value) {
        let now = self.census(file).await;
        let path = format!("{}/confirm-terminations", file_path(file));
        self.post(&path, json!({"Count": task(&now, 3)["Data"]["Summary"]["Ended"]})).await.value();
    }

    async fn answer_with_yes(&self, file: &Value, is_meant: impl Fn(&Value) -> bool) {
        let now = self.census(file).await;
        let questions = now["Questions"].as_array().expect("questions").iter();
        for question in questions.filter(|question| question["Holds"] == true && is_meant(question)) {
            let path = format!("{}/questions/{}", file_path(file), question["Id"]);
            self.put(&path, json!({"Answer": true})).await.value();
        }
    }

    /// A record of the file as it is now.
    pub async fn census_record(&self, file: &Value, number: u32) -> Value {
        let task = self.get(&format!("{}?RecordNumber={number}", task_path(file, 1))).await.value();
        task["Data"]["CensusRecords"][0].clone()
    }

    /// Name, status and city of each member of a group, by name.
    pub async fn roster(&self, group: GroupId) -> Vec<(String, i64, String)> {
        let list = self.get(&format!("/api/v1/employees/search?GroupId={group}&OrderBy=FirstName")).await.value();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let rows = list["Data"].as_array().expect("rows").iter();
        rows.map(|row| (text(&row["FirstName"]), row["Status"].as_i64().expect("a status"), text(&row["City"])))
            .collect()
    }
}

impl TestApp {
    /// A group that takes dependents, and ends nobody unless a file says so.
    pub async fn census_group(&self) -> GroupId {
        let vary = |form: &mut GroupForm| {
            form.flags.process_dependents = true;
            form.flags.explicit_import = false;
        };
        self.group().with(vary).create().await
    }

    /// Uploads rows below the usual heading, and runs what an upload runs by itself.
    pub async fn uploaded(&self, client: &Client, group: GroupId, settings: &[(&str, &str)], rows: &str) -> Value {
        let file = client.upload_census(group, settings, format!("{HEADING}{rows}")).await;
        self.run_jobs().await;
        client.census(&file).await
    }

    /// Runs a task of a file by its number, and gives the file afterwards.
    pub async fn run_task(&self, client: &Client, file: &Value, number: i64) -> Value {
        client.post(&format!("{}/run", task_path(file, number)), json!({})).await.value();
        self.run_jobs().await;
        client.census(file).await
    }

    /// Runs tasks of a file, one after the other, and gives the file back.
    pub async fn run_tasks(&self, client: &Client, file: &Value, numbers: RangeInclusive<i64>) -> Value {
        let mut file = file.clone();
        for number in numbers {
            file = self.run_task(client, &file, number).await;
        }
        file
    }

    /// Processes a file as far as it goes, looking at what it changes on the way, and gives it afterwards.
    pub async fn processed(&self, client: &Client, file: &Value) -> Value {
        client.say_whose(file).await;
        let mut file = client.census(file).await;
        if file["WaitsFor"] != UNSEEN {
            file = self.processed_once(client, &file).await;
        }
        client.say_whose(&file).await;
        file = client.census(&file).await;
        if file["WaitsFor"] != UNSEEN {
            return file;
        }
        client.look_at_changes(&file).await;
        self.processed_once(client, &file).await
    }

    /// Processes a file that waits for the number of its endings, confirming it on the way.
    pub async fn processed_and_confirmed(&self, client: &Client, file: &Value) -> Value {
        let waits = |file: &Value| {
            file["WaitsFor"].as_str().is_some_and(|why| why.ends_with("has to confirm that number first."))
        };
        let now = client.census(file).await;
        let held = if waits(&now) { now } else { self.processed(client, file).await };
        assert!(waits(&held), "{held}");
        client.confirm_endings(&held).await;
        self.processed(client, &held).await
    }

    /// Asks once for a file to be processed, and gives it as far as that has brought it.
    pub async fn processed_once(&self, client: &Client, file: &Value) -> Value {
        client.post(&format!("{FILES}/process"), json!({"FileIds": [file["Id"]]})).await.value();
        self.run_jobs().await;
        client.census(file).await
    }
}

/// A member as [`Client::roster`] tells of it.
pub fn on_roster(name: &str, status: i64, city: &str) -> (String, i64, String) {
    (name.to_owned(), status, city.to_owned())
}

/// The address of a file.
pub fn file_path(file: &Value) -> String {
    format!("{FILES}/{}", file["Id"])
}

/// The address of a task of a file, by the task's number.
pub fn task_path(file: &Value, number: i64) -> String {
    format!("{}/tasks/{}", file_path(file), task(file, number)["Id"])
}

/// A task of a file by its number.
pub fn task(file: &Value, number: i64) -> &Value {
    let mut tasks = file["Tasks"].as_array().expect("tasks").iter();
    tasks.find(|task| task["Task"] == number).expect("the task")
}
