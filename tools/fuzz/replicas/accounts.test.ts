import { ABSENT, createAcknowledged, createSpent } from './accounts';

/** a is there, changed once; b was removed; c was not answered; the change of d was not answered. */
function told() {
  const all = createAcknowledged();
  for (const [label, id] of [
    ['a', '1'],
    ['b', '2'],
    ['d', '4'],
  ] as const) {
    all.asked(label, label);
    expect(all.answered(label, label, id)).toEqual([]);
  }
  all.asked('a', 'a.1');
  all.answered('a', 'a.1');
  all.asked('b', ABSENT);
  all.answered('b', ABSENT);
  all.asked('c', 'c');
  all.asked('d', 'd.1');
  return all;
}

test('what was answered is there, and of the rest both ways are right', () => {
  const [a, c, d] = [
    { id: '1', label: 'a.1' },
    { id: '3', label: 'c' },
    { id: '4', label: 'd' },
  ];
  expect(told().compare([a, d])).toEqual([]);
  expect(told().compare([a, c, { ...d, label: 'd.1' }])).toEqual([]);
  expect(told().count).toBe(5);
  expect([...told().present]).toEqual([
    ['a', '1'],
    ['d', '4'],
  ]);
});

test.each([
  ['a lost record', [{ id: '4', label: 'd' }], ['a is not there, though it was answered to be "a.1"']],
  ['a lost change', [{ id: '1', label: 'a' }], ['a is "a", though it was answered to be "a.1"']],
  [
    'a record that is back',
    [
      { id: '1', label: 'a.1' },
      { id: '2', label: 'b' },
    ],
    ['b is "b", though it was answered to be not there'],
  ],
  [
    'a record that is there twice',
    [
      { id: '1', label: 'a.1' },
      { id: '7', label: 'c' },
      { id: '8', label: 'c' },
    ],
    ['c is there twice, as 7 and as 8'],
  ],
  [
    'an id that was given twice',
    [
      { id: '1', label: 'a.1' },
      { id: '2', label: 'c' },
    ],
    ['the id 2 was given to b and to c'],
  ],
  [
    'a record under another id, and one that no client made',
    [
      { id: '6', label: 'a.1' },
      { id: '9', label: 'z' },
    ],
    ['a was answered as 1, and is 6', 'no client made the record 9, "z"'],
  ],
])('%s is told', (_, found, complaints) => {
  const others = found.some(({ label }) => label === 'd') ? [] : [{ id: '4', label: 'd' }];
  expect(told().compare([...found, ...others])).toEqual(complaints);
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
  for (const remaining of [4, 2]) expect(spent.served(remaining)).toEqual([]);
  spent.unanswered();
  expect(spent.range()).toBe('2 to 3');
  expect([2, 3].flatMap((used) => spent.compare(used))).toEqual([]);
  expect([1, 4].flatMap((used) => spent.compare(used))).toEqual([
    'a: 1 requests are used, and the answers say 2 to 3',
    'a: 4 requests are used, and the answers say 2 to 3',
  ]);
});

test('the same remainder twice, a refusal too early, and one too many are told', () => {
  const spent = createSpent('a', 2);
  expect(spent.served(1)).toEqual([]);
  expect(spent.refused()).toEqual(['a: refused after 1 requests of 2 at the most']);
  expect(spent.served(1)).toEqual(['a: two requests were told that 1 remain']);
  expect(spent.refused()).toEqual([]);
  expect(spent.served(0)).toEqual(['a: 3 requests were served, and 2 are allowed']);
});
