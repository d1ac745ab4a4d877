import { commandsIn, textsIn } from './resp';

test('commands are read as their texts, several of them, and one that has not come whole is left out', () => {
  const get = '*2\r\n$3\r\nGET\r\n$3\r\nä\n\r\n';
  expect(commandsIn(Buffer.from(`${get}*1\r\n$4\r\nPING\r\n`))).toEqual([['GET', 'ä\n'], ['PING']]);
  expect(commandsIn(Buffer.from(`${get}*2\r\n$3\r\nGET\r\n$9\r\nab`))).toEqual([['GET', 'ä\n']]);
  expect(commandsIn(Buffer.from('+OK\r\n'))).toEqual([]);
});

test('texts of replies are found in whatever lists they stand', () => {
  expect(textsIn('*2\r\n$1\r\na\r\n:7\r\n*1\r\n*1\r\n$2\r\nbc\r\n+OK\r\n')).toEqual(['a', 'bc']);
});
