import express, { type Express } from 'express';
import request from 'supertest';
import { createMock, type Mock } from '../index';

/** An app of a team: what it puts before the mock, and its own route behind it. */
async function team(before: (app: Express, mock: Mock) => void, path = '/'): Promise<{ app: Express; mock: Mock }> {
  const mock = await createMock();
  const app = express();
  app.get('/before', (_request, response) => void response.json('before'));
  before(app, mock);
  app.use(path, mock.app);
  app.get('/behind', (_request, response) => void response.json('behind'));
  return { app, mock };
}

const REX = { name: 'Rex', categoryId: 1 };
const add = (app: Express, path = '') => request(app).post(`${path}/v1/pets`).auth('demo-business', { type: 'bearer' });

describe('the mock in an Express app', () => {
  test('answers what is its own, and leaves the rest to the app', async () => {
    const { app } = await team(() => {});
    const got = async (path: string) => {
      const { status, body, text } = await request(app).get(path).set('accept', 'application/json');
      return [status, body.code ?? body.name ?? (typeof body === 'string' ? body : text.slice(0, 15))];
    };
    expect(await got('/before')).toEqual([200, 'before']);
    expect(await got('/behind')).toEqual([200, 'behind']);
    expect(await got('/v1/pets')).toEqual([401, 'unauthorized']);
    expect(await got('/v1/nothing')).toEqual([404, 'unknown_path']);
    expect(await got('/v12')).toEqual([404, '<!DOCTYPE html>']);
    expect(await got('/')).toEqual([200, 'Animal Store API, mocked']);
    expect(await got('/docs/')).toEqual([200, '<!doctype html>']);
    expect(await got('/openapi.yaml')).toEqual([200, '# The one hand-']);
    expect(await got('/__admin/')).toEqual([200, '<!doctype html>']);
    expect(await got('/__admin/nothing')).toEqual([404, 'unknown_path']);
    expect((await request(app).get('/nowhere')).text).toContain('Cannot GET /nowhere');
  });

  test('is below a path of its own', async () => {
    const { app, mock } = await team(() => {}, '/a/mock');
    expect((await add(app, '/a/mock').send(REX)).body).toEqual({ id: 127, ...REX });
    expect(await mock.requests()).toMatchObject([{ path: '/v1/pets', operationId: 'createPet' }]);
    const home = await request(app).get('/a/mock?x=1');
    expect([home.status, home.headers.location]).toEqual([308, 'mock/?x=1']);
    const { headers } = await request(app).get('/a/mock/__admin');
    expect(headers.location).toBe('__admin/');
    expect((await request(app).get('/a/mock/')).body).toHaveProperty('links.console', '__admin/');
    expect((await request(app).get('/v1/pets')).text).toContain('Cannot GET');
  });

  test.each([
    ['express.json()', express.json()],
    ['express.text()', express.text({ type: () => true })],
    ['express.raw()', express.raw({ type: () => true })],
  ])('takes bodies that %s has read', async (_, parser) => {
    const { app } = await team((own) => void own.use(parser));
    const reply = await add(app).send(REX);
    expect([reply.status, reply.body]).toEqual([201, { id: 127, ...REX }]);
    const changed = await request(app).put('/__admin/clock').send({ action: 'freeze' });
    expect(changed.body).toHaveProperty('frozen', true);
  });

  test.each([
    [
      'express.json(), where that may have rounded a number',
      express.json(),
      '{"name":"Rex","categoryId":9007199254740993}',
    ],
    [
      'a parser that keeps nothing',
      (asked: express.Request, _: unknown, next: () => void) => void asked.resume().on('end', next),
      '{}',
    ],
  ])('says what is to be changed for a body that was read by %s', async (_, parser, body) => {
    const { app } = await team((own) => void own.use(parser));
    const reply = await add(app).type('json').send(body);
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      code: 'body_read_before',
      status: 500,
      message: expect.stringMatching(/^The request body was read before .* Put mock\.app before the body parsers/),
    });
  });

  test('costs no prototypes, which Express sets for each app that it mounts', async () => {
    const { app } = await team((own, mock) => {
      own.use((asked, response, next) => {
        const before = [Object.getPrototypeOf(asked), Object.getPrototypeOf(response)];
        mock.app(asked, response, () => {
          expect([Object.getPrototypeOf(asked), Object.getPrototypeOf(response)]).toEqual(before);
          next();
        });
      });
    });
    expect((await request(app).get('/behind')).body).toBe('behind');
  });
});
