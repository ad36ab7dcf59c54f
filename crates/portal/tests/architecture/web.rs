//! The layers of the web app: routes, then features, then what features share, then ui, api, session and lib; downward only, and no feature
//! knows another.

use super::assert_none;
use super::tree::files;

/// What a folder of `web/src` may import of the others; its own files always.
const LAYERS: [(&str, &[&str]); 7] = [
    ("lib", &[]),
    ("api", &["lib"]),
    ("ui", &["lib"]),
    ("session", &["api", "lib"]),
    ("shared", &["ui", "api", "session", "lib"]),
    ("features", &["shared", "ui", "api", "session", "lib"]),
    ("routes", &["features", "shared", "ui", "api", "session", "lib"]),
];

#[test]
fn imports_go_down_only() {
    let mut broken = Vec::new();
    for file in files().iter().filter(|file| file.path.starts_with("web/src/") && file.is(&[".ts", ".tsx"])) {
        if file.is_web_test() {
            continue;
        }
        for (number, line) in (1..).zip(file.text.lines()) {
            let Some(why) = imported(line).and_then(|target| objection(&file.path, target)) else { continue };
            broken.push(format!("{}:{number} {why}", file.path));
        }
    }
    assert_none(
        broken,
        "pass it down as a property, move what both need to shared, ui or lib, or let the route compose the two.",
    );
}

/// The relative file that a line imports.
fn imported(line: &str) -> Option<&str> {
    let (_, rest) =
        line.split_once("from '").or_else(|| line.split_once("import('")).or_else(|| line.split_once("import '"))?;
    let target = rest.split('\'').next()?;
    target.starts_with('.').then_some(target)
}

fn objection(file: &str, target: &str) -> Option<String> {
    let own: Vec<&str> = file.strip_prefix("web/src/")?.split('/').collect();
    let mut place = own[..own.len() - 1].to_vec();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(place.pop()),
            name => place.push(name),
        }
    }
    let (from, to) = (*own.first()?, *place.first()?);
    let allowed = LAYERS.iter().find(|(layer, _)| *layer == from)?.1;
    if from == to {
        let is_other = from == "features" && own.get(1) != place.get(1);
        return is_other.then(|| format!("a feature imports another: {target}"));
    }
    let is_layer = LAYERS.iter().any(|(layer, _)| *layer == to);
    (is_layer && !allowed.contains(&to)).then(|| format!("{from} imports {to}: {target}"))
}

#[test]
fn imports_upward_and_sideways_are_noticed() {
    for (file, line, allowed) in [
        ("ui/Button.tsx", "import { x } from '../lib/money'", true),
        ("ui/Button.tsx", "import { x } from '../api/client'", false),
        ("shared/erp/ErpState.tsx", "import { x } from '../../ui/Tag'", true),
        ("shared/erp/ErpState.tsx", "import { x } from '../../features/members/queries'", false),
        ("features/members/MembersTable.tsx", "import { q } from '../../shared/changes'", true),
        ("ui/panel/SidePanel.tsx", "} from '../Button'", true),
        ("features/members/MembersTable.tsx", "import { q } from './queries'", true),
        ("features/members/MembersTable.tsx", "import { q } from '../billing/queries'", false),
        ("features/members/panels/A.tsx", "import { q } from '../queries'", true),
        ("features/members/MembersTable.tsx", "const X = lazy(() => import('../../routes/home'))", false),
        ("session/session.ts", "import { x } from '../api/client'", true),
        ("api/client.ts", "import { x } from '../session/session'", false),
        ("lib/money.ts", "import '../ui/Button'", false),
        ("routes/members.tsx", "import { T } from '../features/members/MembersTable'", true),
        ("routes/members.tsx", "import { T } from '@mantine/core'", true),
    ] {
        let verdict = imported(line).and_then(|target| objection(&format!("web/src/{file}"), target));
        assert_eq!(verdict.is_none(), allowed, "{file}: {line}");
    }
}
