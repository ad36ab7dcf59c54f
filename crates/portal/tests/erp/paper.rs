//! What the customer reads on the document of the accounting system, whose PDF the download prefers (rules.md#paper-of-the-erp).

use super::*;

#[tokio::test]
async fn the_document_over_there_names_what_a_clerk_books_it_by() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let this = InErp::on(engine).await;
        this.plan(json!({"PurchaseOrderNumber": "PO-7731"})).await;
        this.billed.line(json!({"Name": "Drivers", "IncludeAllMembers": false, "ReferenceId": "EAST"})).await;
        let id = this.invoiced().await;
        let viewed = this.viewed(&id).await;
        assert_eq!(viewed["PurchaseOrderNumber"], "PO-7731");
        let group = viewed["EmployerGroup"]["GroupId"].as_str().expect("a group number");
        let memo = format!("Medical, July 2026. PO-7731. Group {group}");
        assert_eq!(viewed["ErpInvoice"]["CustomerMemo"], memo);
        let at = this.erp.documents().remove(0).at;
        let lines: Vec<_> = this.erp.lines(&at).into_iter().map(|line| line.description).collect();
        assert_eq!(lines, ["PEPM, July 2026", "Drivers, July 2026, Reference # EAST"]);
        this.erp.edit_memo(&at, &memo.replace("7731", "7732")).expect("it exists");
        assert_eq!(this.differences(&id).await["Differences"][0]["Field"], "Memo", "another number is a change");
        for before in ["Medical, July 2026", &memo.replace("PO-7731", "PO PO-7731")] {
            this.erp.edit_memo(&at, before).expect("it exists");
            assert_eq!(this.differences(&id).await["Differences"], json!([]), "so it was sent before: {before}");
        }
    }
}
