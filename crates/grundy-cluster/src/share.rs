//! The vertices and arcs of a question, listed by the workers, each its share.

use crate::net::{Ended, Net};
use crate::partition::Loader;
use crate::positions::Positions;
use crate::question::{Question, Source, open};
use crate::vertices::Vertices;
use crate::{Trouble, owner};
use grundy::graph::{EdgeList, LineFile};

impl Question {
    /// Lists this worker's share of the vertices and arcs; `place` is its number among the workers of its process,
    /// and how many these are.
    pub(crate) fn list(
        &self,
        place: (usize, usize),
        loader: &mut Loader,
        net: &mut Net<'_>,
    ) -> Result<(), Ended> {
        match &self.source {
            Source::Graph { files, own } => {
                let (number, of) = if *own { place } else { (net.index(), net.peers()) };
                let mut chunk = 0;
                for name in files {
                    let file = open(name)?;
                    for index in 0..file.chunks() {
                        if chunk % of == number {
                            list_chunk(&file, index, loader, net)?;
                        }
                        chunk += 1;
                    }
                }
                Ok(())
            }
            Source::Rules { text, boxes } => {
                Positions::read(text, boxes)?.list(self.outcomes, loader, net)
            }
        }
    }
}

impl Positions {
    /// Lists the vertices that this worker owns.
    pub fn list(
        &self,
        outcomes: bool,
        loader: &mut Loader,
        net: &mut Net<'_>,
    ) -> Result<(), Ended> {
        let (index, peers, grain) = (net.index(), net.peers(), loader.grain());
        let mut vertices = Vertices::new(self);
        for run in 0..self.cells().div_ceil(1 << grain) {
            let first = run << grain;
            if owner(first, grain, peers) != index {
                continue;
            }
            for vertex in first..(first + (1 << grain)).min(self.cells()) {
                let Some(options) = vertices.options(vertex)? else { continue };
                let moves = options.heads.len() + options.sums.len();
                loader.vertex(vertex, moves as u64 + u64::from(options.ends), net)?;
                if !options.sums.is_empty() {
                    self.check_sums(vertex, outcomes)?;
                }
                for sum in &options.sums {
                    loader.sum(vertex, sum, net)?;
                }
                if options.wins {
                    loader.win(vertex);
                }
                if options.ends > 0 {
                    loader.end(vertex, options.ends);
                }
                options.heads.iter().try_for_each(|&head| loader.arc(vertex, head, net))?;
            }
        }
        Ok(())
    }
}

fn list_chunk(
    file: &LineFile,
    index: usize,
    loader: &mut Loader,
    net: &mut Net<'_>,
) -> Result<(), Ended> {
    let EdgeList { pairs, declared } = EdgeList::read_chunk(file, index).map_err(Trouble::from)?;
    for vertex in 1..=u64::from(declared) {
        loader.vertex(vertex, 0, net)?;
    }
    // Arcs of one vertex mostly stand together.
    for run in pairs.chunk_by(|a, b| a.0 == b.0) {
        let tail = u64::from(run[0].0);
        loader.vertex(tail, run.len() as u64, net)?;
        for &(_, head) in run {
            loader.arc(tail, u64::from(head), net)?;
        }
    }
    Ok(())
}
