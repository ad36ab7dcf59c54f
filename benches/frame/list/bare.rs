//! The SQL of the page and nothing else: the rows with their names, their histories and the total, prepared once.

/// What the page takes in an order.
pub fn page(order: &str) -> [String; 3] {
    let page = format!("from member m where m.group_id = 1 order by {order} limit 25");
    [
        "select sum(total) from group_count where group_id = 1".to_owned(),
        format!(
            "select m.*, g.name, p.name from (select m.* {page}) m join employer_group g on g.id = m.group_id \
             left join pricing_group p on p.id = m.pricing_group_id"
        ),
        format!(
            "select * from status_change where member_id in (select m.id {page}) order by effective_on desc, id desc"
        ),
    ]
}
