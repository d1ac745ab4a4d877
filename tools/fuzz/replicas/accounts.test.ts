import { ABSENT, createAcknowledged, createSpent } from './accounts';

/** a is there, changed once; b was removed; c was not answered; the change of d was not answered. */
function told() {
  const all = createAcknowledged();
  const answer = (record: string, state: string, id?: string): void => {
    all.asked(record, state);
    expect(all.answered(record, state, id)).toEqual([]);
  };
  answer('a', 'a', '1');
  answer('b', 'b', '2');
  answer('d', 'd', '4');
  answer('a', 'a.1');
  answer('b', ABSENT);
  all.asked('c', 'c');
  all.asked('d', 'd.1');
  return all;
}

/** Each an id and a label. */
const compare = (...records: readonly string[]): readonly string[] =>
  told().compare(records.map((record) => ({ id: record.charAt(0), label: record.slice(2) })));

test('what was answered is there, and of the rest both ways are right', () => {
  expect(compare('1 a.1', '4 d')).toEqual([]);
  expect(compare('1 a.1', '3 c', '4 d.1')).toEqual([]);
  expect(told().count).toBe(5);
  expect(Object.fromEntries(told().present)).toEqual({ a: '1', d: '4' });
});

test.each([
  ['a lost record', ['4 d'], ['a is not there, though it was answered to be "a.1"']],
  ['a lost change', ['1 a', '4 d'], ['a is "a", though it was answered to be "a.1"']],
  ['a record that is back', ['1 a.1', '2 b', '4 d'], ['b is "b", though it was answered to be not there']],
  ['a record that is there twice', ['1 a.1', '7 c', '8 c', '4 d'], ['c is there twice, as 7 and as 8']],
  ['an id that was given twice', ['1 a.1', '2 c', '4 d'], ['the id 2 was given to b and to c']],
  ['a record under another id', ['6 a.1', '4 d'], ['a was answered as 1, and is 6']],
  ['a record that no client made', ['1 a.1', '9 z', '4 d'], ['no client made the record 9, "z"']],
])('%s is told', (_, found, complaints) => {
  expect(compare(...found)).toEqual(complaints);
});

test('an id that is answered twice, and what is shown against what was answered', () => {
  const all = told();
  all.asked('e', 'e');
  expect(all.answered('e', 'e', '2')).toEqual(['the id 2 was given to b and to e']);
  expect(all.seen('a', 'a')).toEqual(['a is "a", though it was answered to be "a.1"']);
  expect(all.seen('d', 'd.1')).toEqual([]);
});

test('a key may have used what was served, and what was not answered', () => {
  const spent = createSpent('a', 5);
  for (const remaining of [4, 2]) {
    spent.asked();
    expect(spent.served(remaining)).toEqual([]);
  }
  spent.asked();
  expect(spent.range()).toBe('2 to 3');
  expect([2, 3].flatMap((used) => spent.compare(used))).toEqual([]);
  expect([1, 4].flatMap((used) => spent.compare(used))).toEqual([
    'a: 1 requests are used, and the answers say 2 to 3',
    'a: 4 requests are used, and the answers say 2 to 3',
  ]);
});

test('the same remainder twice, a refusal too early, and one too many are told', () => {
  const spent = createSpent('a', 2);
  for (let time = 0; time < 5; time += 1) spent.asked();
  spent.apart();
  expect(spent.served(1)).toEqual([]);
  expect(spent.served(1)).toEqual(['a: two requests were told that 1 remain']);
  expect(spent.served(0)).toEqual(['a: 3 requests were served, and 2 are allowed']);
  expect(spent.refused()).toEqual([]);

  const early = createSpent('b', 2);
  for (let time = 0; time < 2; time += 1) early.asked();
  expect(early.served(1)).toEqual([]);
  expect(early.refused()).toEqual(['b: refused after 1 requests of 2 at the most']);
});

test('a refusal that overtakes the answer of the last request is none too early', () => {
  const spent = createSpent('a', 1);
  spent.asked();
  spent.asked();
  expect(spent.refused()).toEqual([]);
  expect(spent.served(0)).toEqual([]);
});
