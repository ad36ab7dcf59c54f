//! Whom a list of a file shows by a search term: all its words stand in first or last name.

use domain::CensusFileId;
use sea_orm::sea_query::{Expr, ExprTrait, Func, Query, SelectStatement};

use crate::database::paging;
use crate::entities::{census_record, member};

/// The rows of a file that name such a person.
pub(in crate::census) fn rows(file: CensusFileId, term: &str) -> SelectStatement {
    use census_record::Column;
    let name = |column| Expr::from(Func::lower(Func::coalesce([Expr::col(column), Expr::val("")])));
    Query::select()
        .column(Column::RowNumber)
        .from(census_record::Entity)
        .and_where(Expr::col(Column::FileId).eq(file.get()))
        .cond_where(paging::matching([name(Column::FirstName), name(Column::LastName)], term))
        .take()
}

/// Those of some members who are called so.
pub(in crate::census) fn members(among: SelectStatement, term: &str) -> SelectStatement {
    use member::Column;
    Query::select()
        .column(Column::Id)
        .from(member::Entity)
        .and_where(Expr::col(Column::Id).in_subquery(among))
        .cond_where(paging::matching([Expr::col(Column::FirstKey), Expr::col(Column::LastKey)], term))
        .take()
}
