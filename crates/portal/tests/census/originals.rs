//! What was uploaded, of several files at once.

use std::io::Read as _;

use domain::access::Role;
use store::Engine;

use crate::support::census::{FILES, HEADING};
use crate::support::{TestApp, on_both_engines};

on_both_engines!(chosen_files_are_downloaded_as_they_were_uploaded, none_too_many_and_unseen_files_are_refused,);

async fn chosen_files_are_downloaded_as_they_were_uploaded(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let (group, other) = (app.census_group().await, app.census_group().await);
    let contents = ["Ana,Reyes\n", "Ben,Okafor\n"].map(|row| format!("{HEADING}E-1,Primary,{row}").into_bytes());
    let first = client.upload_census(group, &[], &contents[0]).await;
    let second = client.upload_census(other, &[], &contents[1]).await;
    let path = format!("{FILES}/archive?FileIds={},{},{}", second["Id"], first["Id"], first["Id"]);
    let reply = client.get(&path).await;
    assert_eq!(
        (reply.status.as_u16(), &reply.headers["content-type"]),
        (200, &"application/zip".parse().expect("a header"))
    );
    assert_eq!(reply.headers["content-disposition"], "attachment; filename=\"census-files.zip\"");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes)).expect("a whole file");
    let number = |file: &serde_json::Value| file["Name"].as_str().expect("a name")[..8].to_owned();
    // The newest first; both have one name.
    let wanted = [("people.csv".to_owned(), &contents[1]), (format!("{}-people.csv", number(&first)), &contents[0])];
    assert_eq!(zip.len(), 2, "each once");
    for (name, content) in wanted {
        let mut found = Vec::new();
        zip.by_name(&name).expect("an entry").read_to_end(&mut found).expect("its content");
        assert_eq!(&found, content, "{name}");
    }
    app.run_jobs().await;
}

async fn none_too_many_and_unseen_files_are_refused(engine: Engine) {
    let app = TestApp::on(engine).await;
    let client = app.administrator().await;
    let row = format!("{HEADING}E-1,Primary,Ana,Reyes,05/17/1984\n");
    let file = client.upload_census(app.census_group().await, &[], row).await;
    app.run_jobs().await;
    let many = (1..=101).map(|id| id.to_string()).collect::<Vec<_>>().join(",");
    for (ids, said) in
        [(String::new(), "Choose the files to download."), (many, "At most 100 files can be downloaded at once.")]
    {
        let refused = client.get(&format!("{FILES}/archive?FileIds={ids}")).await;
        assert_eq!((refused.error_keys(), refused.message()), (vec!["FileIds".to_owned()], said.to_owned()));
    }
    let path = format!("{FILES}/archive?FileIds={}", file["Id"]);
    assert_eq!(client.get(&format!("{path},999")).await.status, 404);
    let another = app.census_group().await;
    let (_, user) = app.user(Role::GroupUser, None, &[another]).await;
    assert_eq!(user.get(&path).await.status, 404, "a file of a group that one does not see");
    let [content] = &app.stored_files()[..] else { panic!("one file") };
    std::fs::remove_file(app.stored_file(content)).expect("the content is gone");
    let refused = client.get(&path).await;
    assert_eq!(refused.status, 500, "told before the file begins: {}", refused.message());
}
