internal import OSSJSON
internal import OSSVectors

/// Which clauses several SDKs meet, side by side.
///
/// A vector that fails counts for those of its clauses that the named mistake breaks; where no known mistake
/// explains it, for the clause that it cites first. So one mistake does not speak against each clause that a
/// vector happens to touch.
struct Matrix {
  /// What one SDK's vectors say of one clause.
  struct Cell: Hashable {
    var passed = 0
    var failed = 0

    /// How the cell reads in a table: failed vectors, `.` where all passed, `-` where none was run.
    var text: String { failed > 0 ? String(failed) : passed > 0 ? "." : "-" }
  }

  /// A clause and a cell for each SDK.
  struct Row: Hashable {
    let clause: Clause
    let cells: [Cell]

    /// Whether an SDK fails it.
    var isFailed: Bool { cells.contains { $0.failed > 0 } }
  }

  /// The runs, in the order given.
  let runs: [ReportedRun]
  /// The clauses that a vector of the runs cites, in the order of the pages.
  let rows: [Row]

  init(_ runs: [ReportedRun], _ specification: Specification) {
    self.runs = runs
    let columns = runs.map(Self.cells)
    rows = specification.clauses.compactMap { clause in
      let cells = columns.map { $0[clause.id] ?? Cell() }
      return cells.allSatisfy { $0 == Cell() } ? nil : Row(clause: clause, cells: cells)
    }
  }

  private static func cells(of run: ReportedRun) -> [String: Cell] {
    var broken: [String: Set<String>] = [:]
    for mistake in run.mistakes where !mistake.ids.isEmpty {
      for vector in mistake.vectors { broken[vector, default: []].formUnion(mistake.clauses) }
    }
    var cells: [String: Cell] = [:]
    for result in run.results {
      switch result.state {
      case .notRun: break
      case .passed:
        for clause in result.clauses { cells[clause, default: Cell()].passed += 1 }
      case .failed:
        let named = result.clauses.filter { broken[result.id]?.contains($0) == true }
        for clause in named.isEmpty ? Array(result.clauses.prefix(1)) : named {
          cells[clause, default: Cell()].failed += 1
        }
      }
    }
    return cells
  }

  /// The table for a terminal: the clauses that an SDK fails, must first.
  func text() -> String {
    let text = columns(runs.enumerated().map { ["\($0 + 1)", $1.sdk.visible, Self.counts($1)] })
    let heads = ["failed vectors", ""] + runs.indices.map { String($0 + 1) }
    let lines = Level.allCases.flatMap { level in
      rows.filter { $0.isFailed && $0.clause.level == level }.map {
        [$0.clause.id, level.rawValue] + $0.cells.map(\.text)
      }
    }
    return text + "\n" + columns([heads] + lines, alignsRight: true)
      + "\nA dot: no vector failed; a hyphen: none was run.\n"
  }

  /// The numbers of a run, in words.
  static func counts(_ run: ReportedRun) -> String {
    "\(grouped(Int(run.executed))) run; failed \(run.failures)"
  }

  /// The table for programs: `sdks`, and of each clause `id`, `level` and `cells` (`passed`, `failed`).
  func json() -> JSONValue {
    [
      "sdks": .texts(runs.map(\.sdk)),
      "clauses": .array(
        rows.map { row in
          [
            "id": .string(row.clause.id), "level": .string(row.clause.level.rawValue),
            "cells": .array(
              row.cells.map { ["passed": .count($0.passed), "failed": .count($0.failed)] }),
          ]
        }),
    ]
  }
}
