/** Tables and lists of moves between states, as documents have them beside their tags: `| submit | draft | submitted |`, `- submit: draft → submitted`. */
import { memoized, type Operation, plain, type Row, tablesIn } from '../../../openapi/contract';
import { quoted } from '../marked';

/** One line of such a table. */
export interface Move {
  /** What is done, by the name of its path. */
  readonly action: string;
  readonly from: readonly string[];
  /** Undefined where the table names no state that it leads to. */
  readonly to: string | undefined;
}

/** The moves that the texts around an operation list for states of these values. */
export const movesAround = ({ around = [] }: Pick<Operation, 'around'>, values: readonly string[]): readonly Move[] =>
  around.flatMap((text) => [...tablesIn(text).flatMap((rows) => movesOf(rows, values)), ...listedIn(text, values)]);

/** What is listed of the action of an operation; undefined where nothing is, or two things. */
export function moveOf(operation: Operation, values: readonly string[]): Move | undefined {
  const name = plain(operation.path.slice(operation.path.lastIndexOf('/')));
  const [found, other] = movesAround(operation, values).filter(
    ({ action }) => action === name || action === plain(operation.id),
  );
  return other === undefined ? found : undefined;
}

/** What tables of moves have an action need besides: `| pay | open | paid | a payer who is not blocked |`. A row without an action goes on with the one above. */
export const needsOf = memoized(({ path, id, around = [] }: Operation): readonly string[] => {
  const names = [plain(path.slice(path.lastIndexOf('/'))), plain(id)];
  return around.flatMap(tablesIn).flatMap(([head = [], ...rows]) => {
    const needs = head.findIndex((name) => NEEDS.test(name));
    if (needs < 1 || !head.some((name) => FROM.test(name))) return [];
    let action = '';
    return rows.flatMap((cells): readonly string[] => {
      action = cells[0] || action;
      const need = cells[needs] ?? '';
      return need !== '' && names.includes(plain(action.replace(/^.*\//, ''))) ? [`Needs ${need}`] : [];
    });
  });
});

const NEEDS = /^\W*(?:needs?|requires?|requirements?|conditions?|pre-?conditions?|only if|provided|if|guards?)\W*$/i;

function movesOf([names = [], ...rows]: readonly Row[], values: readonly string[]): readonly Move[] {
  const [from, to] = [FROM, TO].map((form) => names.findIndex((name) => form.test(name)));
  const action = names.findIndex((_, nth) => nth !== from && nth !== to);
  if (from === undefined || from < 0 || to === undefined || action < 0) return [];
  return rows.flatMap((cells) =>
    moveIn(cells[action] ?? '', cells[from] ?? '', to < 0 ? '' : (cells[to] ?? ''), values),
  );
}

const FROM =
  /^\W*(?:from|before|current|(?:allowed|possible|valid|legal)? ?(?:in|from|when|while)|(?:from |current |old |source |allowed |start(?:ing)? )?(?:states?|status(?:es)?))\W*$/i;
const TO =
  /^\W*(?:to|after(?:wards)?|next|new|target|result(?:ing|s in)?|becomes|leads to|then)(?: (?:state|status))?\W*$/i;

const listedIn = (text: string, values: readonly string[]): readonly Move[] =>
  text.split('\n').flatMap((line) => {
    const [, action = '', from = '', to = ''] = LISTED.exec(line.trim()) ?? [];
    return action === '' ? [] : moveIn(action, from, to, values);
  });

const LISTED = /^[-*+] ([^:→]{1,60}): ([^:→]{1,120})(?:→|->|=>)([^:→]{1,60})$/;

function moveIn(action: string, from: string, to: string, values: readonly string[]): readonly Move[] {
  const [before, after] = [from, to].map((cell) => statesAlone(cell, values));
  // Of a line with a condition beside its states nothing is taken.
  if (before === undefined || before.length === 0 || after === undefined || after.length > 1) return [];
  return [{ action: plain(action.replace(/^.*\//, '')), from: before, to: after[0] }];
}

/** The states that a cell names and nothing beside them; undefined where it says more. */
function statesAlone(cell: string, values: readonly string[]): readonly string[] | undefined {
  const said = quoted(cell, values);
  const found = [...said.matchAll(/«([^»]*)»/g)].map(([, state = '']) => state);
  return /^[\s,;/]*$/.test(said.replaceAll(/«[^»]*»|\b(?:or|and)\b/g, '')) ? found : undefined;
}
