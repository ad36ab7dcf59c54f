//! From the pieces of a statement to its meaning.

use super::lexer::{Token, tokens};
use super::{Comparison, Dialect, Filter, Operand, Select};

/// The meaning of a statement.
///
/// # Errors
/// What is wrong with it.
pub fn parse(dialect: Dialect, text: &str) -> Result<Select, String> {
    let mut parser = Parser { dialect, tokens: tokens(dialect, text)?, at: 0 };
    let select = parser.select()?;
    match parser.peek() {
        None => Ok(select),
        Some(token) => Err(format!("unexpected {token:?}")),
    }
}

struct Parser {
    dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
}

impl Parser {
    fn select(&mut self) -> Result<Select, String> {
        self.keyword("select")?;
        let is_suiteql = self.dialect == Dialect::SuiteQl;
        let distinct = is_suiteql && self.takes("distinct");
        let (columns, called) = self.columns()?.into_iter().unzip();
        self.keyword("from")?;
        let table = self.name()?;
        let other_name = if is_suiteql { self.other_name(&["where", "order"])? } else { None };
        let filter = if self.takes("where") { Some(self.any()?) } else { None };
        let mut order = Vec::new();
        let is_ordered = self.takes("orderby") || (self.takes("order") && self.keyword("by").is_ok());
        let mut has_more = is_ordered;
        while has_more {
            let by = self.operand()?;
            let descending = self.takes("desc");
            let _said = !descending && self.takes("asc");
            order.push((by, descending));
            has_more = self.takes_sign(",");
        }
        let pages = self.dialect == Dialect::QuickBooks;
        let start = if pages && self.takes("startposition") { Some(self.count()?) } else { None };
        let most = if pages && self.takes("maxresults") { Some(self.count()?) } else { None };
        let select = Select { columns, called, distinct, table: table.clone(), filter, order, start, most };
        let select = if is_suiteql { select.without(&table) } else { select };
        Ok(other_name.into_iter().fold(select, |select, name| select.without(&name)))
    }

    /// Another name that is given to what stands before, unless one of these words follows.
    fn other_name(&mut self, words: &[&str]) -> Result<Option<String>, String> {
        let is_said = self.takes("as");
        let ends = words.iter().any(|word| self.is_next(word)) || !matches!(self.peek(), Some(Token::Word(_)));
        if ends && !is_said { Ok(None) } else { self.name().map(Some) }
    }

    /// The columns, each with what it is called in the answer.
    fn columns(&mut self) -> Result<Vec<(String, String)>, String> {
        let mut columns = Vec::new();
        loop {
            let column = if self.takes_sign("*") {
                "*".to_owned()
            } else {
                let name = self.name()?;
                if name.eq_ignore_ascii_case("count") && self.takes_sign("(") {
                    self.sign("*")?;
                    self.sign(")")?;
                    "count(*)".to_owned()
                } else {
                    name
                }
            };
            let other_name = if self.dialect == Dialect::SuiteQl { self.other_name(&["from"])? } else { None };
            columns.push((column.clone(), other_name.unwrap_or(column)));
            if !self.takes_sign(",") {
                return Ok(columns);
            }
        }
    }

    fn any(&mut self) -> Result<Filter, String> {
        let mut some = vec![self.all()?];
        while self.dialect == Dialect::SuiteQl && self.takes("or") {
            some.push(self.all()?);
        }
        Ok(if some.len() == 1 { some.remove(0) } else { Filter::Or(some) })
    }

    fn all(&mut self) -> Result<Filter, String> {
        let mut all = vec![self.one()?];
        while self.takes("and") {
            all.push(self.one()?);
        }
        Ok(if all.len() == 1 { all.remove(0) } else { Filter::And(all) })
    }

    fn one(&mut self) -> Result<Filter, String> {
        if self.dialect == Dialect::SuiteQl && self.takes("not") {
            return Ok(Filter::Not(Box::new(self.one()?)));
        }
        if self.takes_sign("(") {
            let inside = self.any()?;
            self.sign(")")?;
            return Ok(inside);
        }
        let left = self.operand()?;
        if self.dialect == Dialect::SuiteQl && self.takes("not") {
            // What is unknown is neither meant nor not meant.
            let known = Filter::Not(Box::new(Filter::IsNull(left.clone())));
            let meant = self.among(left)?.ok_or_else(|| "IN, LIKE or BETWEEN is missing".to_owned())?;
            return Ok(Filter::And(vec![known, Filter::Not(Box::new(meant))]));
        }
        if let Some(meant) = self.among(left.clone())? {
            return Ok(meant);
        }
        if self.takes("is") {
            let is_not = self.takes("not");
            self.keyword("null")?;
            let null = Filter::IsNull(left);
            return Ok(if is_not { Filter::Not(Box::new(null)) } else { null });
        }
        let comparison = self.comparison()?;
        Ok(Filter::Compare(left, comparison, self.operand()?))
    }

    /// A condition that NOT may stand in; none where another one follows.
    fn among(&mut self, left: Operand) -> Result<Option<Filter>, String> {
        if self.takes("in") {
            return Ok(Some(Filter::In(left, self.values()?)));
        }
        if self.takes("like") {
            return Ok(Some(Filter::Compare(left, Comparison::Like, self.operand()?)));
        }
        if self.dialect == Dialect::SuiteQl && self.takes("between") {
            let least = Filter::Compare(left.clone(), Comparison::AtLeast, self.operand()?);
            self.keyword("and")?;
            return Ok(Some(Filter::And(vec![least, Filter::Compare(left, Comparison::AtMost, self.operand()?)])));
        }
        Ok(None)
    }

    fn values(&mut self) -> Result<Vec<Operand>, String> {
        self.sign("(")?;
        let mut values = vec![self.operand()?];
        while self.takes_sign(",") {
            values.push(self.operand()?);
        }
        self.sign(")")?;
        Ok(values)
    }

    fn comparison(&mut self) -> Result<Comparison, String> {
        let known = [
            ("=", Comparison::Equal),
            ("<>", Comparison::Unequal),
            ("!=", Comparison::Unequal),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let found = known.into_iter().find(|(sign, _)| self.takes_sign(sign));
        found.map(|(_, comparison)| comparison).ok_or_else(|| "a comparison is missing".to_owned())
    }

    fn operand(&mut self) -> Result<Operand, String> {
        match self.next()? {
            Token::Text(text) | Token::Number(text) => Ok(Operand::Literal(text)),
            Token::Word(word) if ["true", "false"].iter().any(|truth| word.eq_ignore_ascii_case(truth)) => {
                Ok(Operand::Literal(word.to_lowercase()))
            }
            Token::Word(word) if self.takes_sign("(") => {
                let inside = Box::new(self.operand()?);
                self.sign(")")?;
                match word.to_lowercase().as_str() {
                    "upper" => Ok(Operand::Upper(inside)),
                    "lower" => Ok(Operand::Lower(inside)),
                    _ => Err(format!("the function {word} is not known")),
                }
            }
            Token::Word(word) => Ok(Operand::Column(word)),
            Token::Sign(sign) => Err(format!("unexpected {sign}")),
        }
    }

    fn count(&mut self) -> Result<usize, String> {
        match self.next()? {
            Token::Number(number) => number.parse().map_err(|_| format!("{number} is no count")),
            token => Err(format!("unexpected {token:?}")),
        }
    }

    fn name(&mut self) -> Result<String, String> {
        match self.next()? {
            Token::Word(word) => Ok(word),
            token => Err(format!("unexpected {token:?}")),
        }
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Result<Token, String> {
        let token = self.peek().cloned().ok_or_else(|| "the statement ends too early".to_owned())?;
        self.at += 1;
        Ok(token)
    }

    fn is_next(&self, keyword: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(word)) if word.eq_ignore_ascii_case(keyword))
    }

    fn takes(&mut self, keyword: &str) -> bool {
        let is_it = self.is_next(keyword);
        self.at += usize::from(is_it);
        is_it
    }

    fn takes_sign(&mut self, wanted: &str) -> bool {
        let is_it = matches!(self.peek(), Some(Token::Sign(sign)) if *sign == wanted);
        self.at += usize::from(is_it);
        is_it
    }

    fn keyword(&mut self, keyword: &str) -> Result<(), String> {
        if self.takes(keyword) { Ok(()) } else { Err(format!("{keyword} is missing")) }
    }

    fn sign(&mut self, sign: &str) -> Result<(), String> {
        if self.takes_sign(sign) { Ok(()) } else { Err(format!("{sign} is missing")) }
    }
}
