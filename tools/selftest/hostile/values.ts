import type { Hostile } from './model';
import { reply, saying } from './reply';

const record = '{"id":1,"name":"Rex","categoryId":1}';

/** JSON that is hard to take. */
export const values: readonly Hostile[] = [
  {
    name: 'a list of a hundred thousand records',
    answer: saying(reply(`[${`${record},`.repeat(99_999)}${record}]`)),
    finding: { check: 'list.page-size', says: /^\d+ records, and more$/ },
  },
  {
    name: 'JSON of a hundred thousand levels',
    answer: saying(reply('['.repeat(100_000) + ']'.repeat(100_000))),
    finding: { check: 'reply.json', says: /^a body of 200000 bytes, nested more than 200 levels deep$/ },
    isExcusable: true,
  },
  {
    name: 'a number that no double reaches',
    answer: saying(reply('[{"id":1e999,"name":"Rex","categoryId":1}]')),
    finding: { check: 'reply.json', says: /1e999 is out of range/ },
  },
  {
    name: 'an id of a thousand digits',
    answer: saying(reply(`[{"id":${'9'.repeat(1000)},"name":"Rex","categoryId":1}]`)),
    finding: { check: 'reply.json', says: /an integer of more than 100 digits/ },
  },
  {
    name: 'members of the names that objects have',
    answer: saying(reply('[{"__proto__":{"id":1},"constructor":1,"toString":null}]')),
    finding: { check: 'reply.schema', says: /\/0\/(id|name|categoryId) is missing/ },
  },
  {
    name: 'an id of 2^53 + 1 twice, and once more by its rounded double',
    answer: saying(
      reply(
        '[{"id":9007199254740993,"name":"a","categoryId":1},{"id":9007199254740992,"name":"a","categoryId":1},' +
          '{"id":9007199254740993,"name":"a","categoryId":1}]',
      ),
    ),
    finding: { check: 'list.no-duplicates', says: /the id 9007199254740993 twice/ },
  },
  {
    name: 'control characters in a message',
    answer: saying(
      reply('{"code":"\u009b2J","message":"\u202e\u001b]0;x\u0007","status":"\u0000"}', '', '400 \u001b[2J'),
    ),
    finding: { check: 'input.accepted', says: /the status 400/ },
  },
];
