import { prismJudge } from './prism';

const headers = {
  'content-type': 'application/json',
  'x-ratelimit-limit': '60',
  'x-ratelimit-remaining': '59',
  'x-ratelimit-reset': '1795250485',
};
const exchange = { method: 'GET', path: '/pets/1', status: 200, headers, text: '{"id":1,"name":"Rex","categoryId":1}' };

test('the second opinion has nothing to say of an exchange that conforms', async () => {
  expect((await prismJudge())(exchange)).toEqual([]);
});

test.each([
  ['body', { ...exchange, text: '{"id":"1","name":"Rex","categoryId":1}' }, /id must be integer/],
  [
    'header',
    { ...exchange, headers: { ...headers, 'x-ratelimit-limit': 'many' } },
    /x-ratelimit-limit must be integer/,
  ],
  ['error body', { ...exchange, status: 404, text: '{"message":"gone"}' }, /required property 'code'/],
])('it objects to a wrong %s', async (_, wrong, complaint) => {
  expect((await prismJudge())(wrong).join()).toMatch(complaint);
});
