//! Games on graphs and words: how their times grow from 10^5 to 10^7.
//!
//! `GRUNDY_BENCH_TO=1000000 cargo bench -p grundy --bench graphs` ends earlier.

mod generators;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use generators::{edges, word};
use grundy::context::{Context, Limits};
use grundy::graph::{EdgeList, LineFile};
use grundy::inside::{
    Csr, Digraph, Left, WordTree, acyclic_values, missed_by_some_maximum_matching,
};
use grundy::syntax::Span;
use grundy::words::WordList;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

/// Numbers of edges, arcs or letters.
fn sizes() -> Vec<u32> {
    let to = std::env::var("GRUNDY_BENCH_TO").ok().and_then(|to| to.parse().ok());
    let to = to.unwrap_or(10_000_000);
    [100_000, 1_000_000, 10_000_000].into_iter().filter(|&size| size <= to).collect()
}

fn context() -> Context<'static> {
    Context::new(Limits { memory: u64::MAX, ..Limits::default() }.with_positions(u64::MAX / 10))
}

/// Runs `work` on the graph of every kind and size.
fn kinds<T>(
    c: &mut Criterion,
    name: &str,
    kinds: &[(&str, u32)],
    make: impl Fn(u32, Vec<(u32, u32)>) -> T,
    work: impl Fn(&T),
) {
    let mut group = c.benchmark_group(name);
    group.sample_size(10).measurement_time(Duration::from_secs(1));
    group.warm_up_time(Duration::from_millis(200));
    for size in sizes() {
        for &(kind, degree) in kinds {
            // Kinds without a number of edges have one a vertex, the grid two.
            let n = (size / degree).max(2);
            let edges = edges(kind, n, size);
            group.throughput(Throughput::Elements(edges.len() as u64));
            let n = edges.iter().map(|&(u, v)| u.max(v)).max().unwrap_or(0) + 1;
            let made = make(n, edges);
            group.bench_function(BenchmarkId::new(kind, size), |b| b.iter(|| work(&made)));
        }
    }
    group.finish();
}

fn reading(c: &mut Criterion) {
    let text = |_, edges: Vec<(u32, u32)>| {
        let mut text = String::new();
        edges.iter().for_each(|(u, v)| writeln!(text, "{u} {v}").expect("strings take all"));
        LineFile::of("g", text.into_bytes(), Span::default())
    };
    let some = [("dag", 10), ("mixed-dag", 10), ("path", 1)];
    kinds(c, "graph::digraph, from text", &some, text, |file| {
        black_box(Digraph::read(file, &context()).is_ok());
    });
    kinds(c, "graph::edge_list, from text", &some, text, |file| {
        black_box(EdgeList::read(file, &context()).is_ok());
    });
}

fn dags(c: &mut Criterion) {
    let all = [
        ("dag", 10),
        ("mixed-dag", 10),
        ("layered-dag", 10),
        ("path", 1),
        ("mixed-path", 1),
        ("star", 1),
    ];
    let make = |n: u32, edges: Vec<(u32, u32)>| Digraph::new(n as usize, &edges);
    kinds(c, "graph::acyclic", &all, make, |graph| {
        black_box(acyclic_values(graph, &context()).is_ok());
    });
}

fn matchings(c: &mut Criterion) {
    let all = [("bipartite", 2), ("bipartite", 4), ("general", 2), ("general", 4), ("grid", 2)];
    let make = |n: u32, edges: Vec<(u32, u32)>| Csr::undirected(n as usize, &edges);
    for (kind, degree) in all {
        let name = format!("graph::matching, {degree} edges a vertex");
        kinds(c, &name, &[(kind, degree)], make, |graph| {
            black_box(missed_by_some_maximum_matching(graph));
        });
    }
    kinds(c, "graph::matching", &[("path", 1), ("cycle", 1)], make, |graph| {
        black_box(missed_by_some_maximum_matching(graph));
    });
}

fn fusion(c: &mut Criterion) {
    let all = [("tree", 1), ("stalk", 1), ("star", 1), ("cactus", 1), ("general", 2), ("grid", 2)];
    let make = |n: u32, edges: Vec<(u32, u32)>| (n as usize, edges);
    let whole = |(vertices, edges): &(usize, Vec<(u32, u32)>)| {
        let left = 0..edges.len() as u32;
        let graph = Left { vertices: *vertices, edges, left, root: 0 };
        black_box(graph.fuse(&context()).map(|fusion| fusion.value()).ok());
    };
    kinds(c, "graph::fusion, value", &all, make, whole);
    kinds(c, "graph::fusion, winning edges", &all, make, |(vertices, edges)| {
        let left = 0..edges.len() as u32;
        let graph = Left { vertices: *vertices, edges, left, root: 0 };
        black_box(graph.cuts_to(0, &context()).map(|cuts| cuts.count()).ok());
    });
}

fn words(c: &mut Criterion) {
    let mut group = c.benchmark_group("words");
    group.sample_size(10).measurement_time(Duration::from_secs(1));
    for size in sizes() {
        group.throughput(Throughput::Elements(size.into()));
        for alphabet in [2, 26] {
            let text = word(size as usize, alphabet, 1);
            let one: WordList = [&*text].into_iter().collect();
            let name = format!("substrings, one word over {alphabet} letters");
            group.bench_function(BenchmarkId::new(name, size), |b| {
                b.iter(|| black_box(WordTree::substrings(one.clone(), &context())).is_ok());
            });
            let many =
                text.as_bytes().chunks(10).map(|word| std::str::from_utf8(word).expect("ASCII"));
            let many: WordList = many.collect();
            let name = format!("prefixes, words of 10 over {alphabet} letters");
            group.bench_function(BenchmarkId::new(name, size), |b| {
                b.iter(|| black_box(WordTree::prefixes(many.clone(), &context())).is_ok());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, reading, dags, matchings, fusion, words);
criterion_main!(benches);
