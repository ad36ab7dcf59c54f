//! Scores against all assignments, counted one by one.

use proptest::prelude::*;

use super::*;

fn graph(rows: usize, members: usize, ratios: &[(u32, u32, f32)]) -> Graph {
    let mut graph = Graph::of(rows, members);
    let edge = |(row, member, ratio): &(u32, u32, f32)| Edge {
        row: *row,
        member: *member,
        levels: Levels::default(),
        rarity: 0.0,
        ratio: *ratio,
        score: 0.0,
    };
    graph.add(ratios.iter().map(edge).collect());
    graph
}

/// The share of the weight of all assignments that lies on those with each edge.
fn counted(graph: &Graph, weights: &[f64]) -> Vec<f64> {
    let mut with = vec![0.0; weights.len()];
    let mut all = 0.0;
    for chosen in 0_u32..1 << weights.len() {
        let edges: Vec<usize> = (0..weights.len()).filter(|at| chosen >> at & 1 == 1).collect();
        let distinct = |end: fn(&Edge) -> u32| {
            let ends: std::collections::HashSet<u32> = edges.iter().map(|at| end(&graph.edges[*at])).collect();
            ends.len() == edges.len()
        };
        if distinct(|edge| edge.row) && distinct(|edge| edge.member) {
            let weight: f64 = edges.iter().map(|at| weights[*at]).product();
            all += weight;
            edges.iter().for_each(|at| with[*at] += weight);
        }
    }
    with.into_iter().map(|weight| weight / all).collect()
}

#[test]
fn two_equal_rows_share_a_member() {
    let mut graph = graph(2, 1, &[(0, 0, 30.0), (1, 0, 30.0)]);
    graph.score_exactly();
    for edge in graph.edges() {
        assert!((edge.score - 0.5).abs() < 1e-6, "{edge:?}");
    }
}

#[test]
fn what_is_left_over_goes_together() {
    // The second row would rather be the first member, who is the first row beyond doubt.
    let mut graph = graph(2, 2, &[(0, 0, 40.0), (1, 0, 12.0), (1, 1, 6.0)]);
    graph.score_exactly();
    let scores: Vec<f32> = graph.edges().iter().map(|edge| edge.score).collect();
    assert!(scores[0] > 0.999 && scores[1] < 0.001 && scores[2] > 0.9, "{scores:?}");
}

#[test]
fn many_who_want_one_do_not_run_out_of_numbers() {
    let all: Vec<_> = (0..14).map(|row| (row, 0, 60.0)).chain((0..10).map(|member| (0, member, 60.0))).collect();
    let mut graph = graph(14, 10, &all);
    graph.score_exactly();
    let sum: f32 = graph.of_member(0).map(|edge| edge.score).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{sum}");
    assert!(graph.edges().iter().all(|edge| (0.0..=1.0).contains(&edge.score)));
}

#[test]
fn an_edge_that_is_nothing_beside_others_moves_scores_by_no_more_than_its_own_weight() {
    let edges = [(0, 3, 17.79), (3, 0, 19.74), (1, 2, -2.89), (1, 3, 11.01), (3, 2, 17.82)];
    let mut graph = graph(4, 4, &edges);
    let prior = Prior(graph.prior());
    let weights: Vec<f64> = graph.edges().iter().map(|edge| prior.weight(edge)).collect();
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    graph.score_exactly();
    for (edge, exact) in graph.edges().iter().zip(counted(&graph, &weights)) {
        assert!((f64::from(edge.score) - exact).abs() < least, "{edge:?} {exact} {least}");
    }
}

proptest! {
    // Of ratios that lie no further apart than what still binds people together.
    #[test]
    fn exact_scores_are_those_of_all_assignments(
        edges in prop::collection::vec((0..4_u32, 0..4_u32, -1.0..14.0_f32), 1..8),
    ) {
        let mut graph = graph(4, 4, &edges);
        let prior = Prior(graph.prior());
        let weights: Vec<f64> = graph.edges().iter().map(|edge| prior.weight(edge)).collect();
        graph.score_exactly();
        let exact = counted(&graph, &weights);
        for (edge, exact) in graph.edges().iter().zip(exact) {
            prop_assert!((f64::from(edge.score) - exact).abs() < 2e-3, "{:?} {}", edge, exact);
        }
    }
}
