const { createServer } = require('node:http');
const { join } = require('node:path');
const request = require('supertest');
const { ContractError, createMock } = require('animal-store-contract');

const document = join(__dirname, 'shelves.yaml');

test('a document of another team, in two files, is mocked without a port', async () => {
  const { app, fetch } = await createMock({ document, fixtures: 'none' });
  const created = await fetch('/api/shelves', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"Left"}',
  });
  expect(created.status).toBe(201);
  expect((await request(createServer(app)).get('/api/shelves').expect(200)).body).toMatchObject([{ name: 'Left' }]);
  await request(app).post('/api/shelves').send({ name: '' }).expect(400);
});

test('fake timers leave the mock alone', async () => {
  const { app } = await createMock({ document });
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  await request(app).get('/api/shelves').expect(200);
  jest.useRealTimers();
});

test('a document that is not there is refused in one line', async () => {
  const refused = createMock({ document: 'nowhere.yaml' });
  await expect(refused).rejects.toThrow(ContractError);
  await expect(refused).rejects.toThrow(/^nowhere\.yaml.*$/);
});
