import { BEHAVIOUR_IDS, type BehaviourId, optionsOf } from '../../openapi/behaviours/options';

/** An option for each unspecified behaviour. */
export type Row = Readonly<Record<string, string>>;

/** So many rows are drawn, of which the one is taken that makes most pairs. */
const DRAWN = 40;

/**
 * As few rows as a greedy search finds in which each two options of different behaviours come together once at least: a
 * covering array of strength two (Cohen et al., "The AETG System", 1997). The same each time.
 *
 * @param ids the behaviours
 */
export function coveringRows(ids: readonly BehaviourId[] = BEHAVIOUR_IDS): readonly Row[] {
  const open = new Set(pairsOf(ids));
  const draw = numbersFrom(1);
  const rows: Row[] = [];
  while (open.size > 0) {
    const drawn = Array.from({ length: DRAWN }, () => rowBy(shuffled(ids, draw), open, draw));
    const gains = drawn.map((row) => pairsIn(row, ids).filter((pair) => open.has(pair)));
    const most = Math.max(...gains.map(({ length }) => length));
    const best = gains.findIndex(({ length }) => length === most);
    for (const pair of gains[best] ?? []) open.delete(pair);
    rows.push(drawn[best] ?? {});
  }
  return rows;
}

const cellOf = (id: BehaviourId, option: string): string => `${id}=${option}`;

/** The same in any order. */
const pairOf = (one: string, other: string): string => (one < other ? `${one} ${other}` : `${other} ${one}`);

const pairsOf = (ids: readonly BehaviourId[]): readonly string[] =>
  ids.flatMap((one, place) =>
    ids
      .slice(place + 1)
      .flatMap((other) =>
        optionsOf(one).flatMap((option) =>
          optionsOf(other).map((second) => pairOf(cellOf(one, option), cellOf(other, second))),
        ),
      ),
  );

function pairsIn(row: Row, ids: readonly BehaviourId[]): readonly string[] {
  const cells = ids.map((id) => cellOf(id, row[id] ?? ''));
  return cells.flatMap((cell, place) => cells.slice(place + 1).map((other) => pairOf(cell, other)));
}

/** Each behaviour in turn takes the option that makes most pairs with those before it that are not there yet. */
function rowBy(ids: readonly BehaviourId[], open: ReadonlySet<string>, draw: (most: number) => number): Row {
  const cells: string[] = [];
  const row: Record<string, string> = {};
  for (const id of ids) {
    const gains = optionsOf(id).map((option) => {
      const cell = cellOf(id, option);
      return { option, cell, gain: cells.filter((other) => open.has(pairOf(cell, other))).length };
    });
    const most = Math.max(...gains.map(({ gain }) => gain));
    const best = gains.filter(({ gain }) => gain === most);
    const taken = best[draw(best.length)];
    cells.push(taken?.cell ?? '');
    row[id] = taken?.option ?? '';
  }
  return row;
}

/** Fisher and Yates. */
function shuffled<Item>(list: readonly Item[], draw: (most: number) => number): readonly Item[] {
  const left = [...list];
  return list.flatMap(() => left.splice(draw(left.length), 1));
}

/** Whole numbers below a bound, always the same: the generator of Park and Miller, 1988. */
function numbersFrom(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
}
