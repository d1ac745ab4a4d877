import { operationOf } from '../../testing/words';
import { quoted } from '../marked';
import { moveOf, movesAround, needsOf } from './state-tables';

const VALUES = ['draft', 'sent', 'paid', 'void'];

const around = (...texts: readonly string[]) => ({ around: texts });

test('a table beside a tag lists what is done in which state, and where it leads', () => {
  const table = `Bills move so.

| action | from | to |
|---|---|---|
| send | draft | sent |
| \`POST /bills/{id}/settle\` | sent | paid |
| void | draft, sent or paid | void |
| remind | sent, if it is late | sent |

What is void stays so.`;
  expect(movesAround(around(table), VALUES)).toEqual([
    { action: 'send', from: ['draft'], to: 'sent' },
    { action: 'settle', from: ['sent'], to: 'paid' },
    { action: 'void', from: ['draft', 'sent', 'paid'], to: 'void' },
  ]);
  const settle = operationOf({ path: '/bills/{id}/settle', around: [table] });
  expect(moveOf(settle, VALUES)).toMatchObject({ to: 'paid' });
  expect(moveOf({ ...settle, path: '/bills/{id}/remind' }, VALUES)).toBeUndefined();
});

test('a table of the states in which something is allowed names none that it leads to, and a list has arrows', () => {
  const allowed = '| call | allowed in |\n| --- | --- |\n| send | `draft` |\n| void | `draft`, `sent` |';
  expect(movesAround(around(allowed), VALUES)).toEqual([
    { action: 'send', from: ['draft'], to: undefined },
    { action: 'void', from: ['draft', 'sent'], to: undefined },
  ]);
  expect(movesAround(around('Moves:\n- send: draft → sent\n- settle: sent -> paid'), VALUES)).toEqual([
    { action: 'send', from: ['draft'], to: 'sent' },
    { action: 'settle', from: ['sent'], to: 'paid' },
  ]);
});

test('a table of something else lists nothing', () => {
  const codes = '| code | status | when |\n|---|---|---|\n| sent | 409 | it is paid |\n| void | 422 | always |';
  expect(movesAround(around(codes, 'No table, draft or not.'), VALUES)).toEqual([]);
});

test('the state of two words, and one that is only its word within another', () => {
  const values = ['paid', 'partly_paid', 'onHold'];
  expect(quoted('`partly_paid` or partly paid, on hold, prepaid, paid', values)).toBe(
    '«partly_paid» or «partly_paid», «onHold», prepaid, «paid»',
  );
});

test('a state is found in either spelling of its name', () => {
  const values = ['authorized', 'canceled', 'filed'];
  expect(quoted('Authorised ones, cancelled ones and filled ones.', values)).toBe(
    '«authorized» ones, «canceled» ones and filled ones.',
  );
});

test('a table of moves may have what an action needs besides, also in rows that go on with it', () => {
  const table = `| Action | From | To | Needs | Else |
|---|---|---|---|---|
| send | \`draft\` | \`sent\` | a payer | \`no_payer\` |
| | | | a payer who is not \`blocked\` | \`payer_blocked\` |
| void | \`sent\` | \`void\` | | |`;
  const needs = (path: string) => needsOf(operationOf({ path, around: [table] }));
  expect(needs('/bills/{id}/send')).toEqual(['Needs a payer', 'Needs a payer who is not `blocked`']);
  expect(needs('/bills/{id}/void')).toEqual([]);
});
