import { replying } from '../server/altering';
import { breaking, type Fault } from '../server/cases';
import type { Json } from '../server/json';
import type { Behaviour, Problem, Reply } from '../server/model';
import { clause } from './clauses';

const typed = (type: string): Reply['headers'] => ({ 'Content-Type': type });

type Change = (problem: Problem) => Json;

/** The body of some errors, or of all. */
const error = (change: Change, status?: number): Behaviour => ({
  errorBody: (problem) => (status === undefined || status === problem.status ? change(problem) : { ...problem }),
});
const telling = (change: (problem: Problem) => Json, status?: number): Behaviour =>
  error((problem) => ({ ...problem, status: change(problem) }), status);
const messageless = ({ code, status }: Problem): Json => ({ code, status });
const codeless = ({ message, status }: Problem): Json => ({ message, status });

const html = { headers: typed('text/html'), text: '<h1>Error</h1>' };
const text = { headers: typed('text/plain'), text: 'Error' };
const none = { headers: {}, body: undefined };

/** Errors that do not say what every error has to say. */
export const errors: readonly Fault[] = [
  ...breaking(['error.envelope', 'reply.schema'], clause.error, [
    ['errors without code', error(codeless)],
    ['errors without message', error(messageless)],
    ['errors without status', error(({ code, message }) => ({ code, message }))],
    ['errors without anything', error(() => ({}))],
    ['errors inside an error', error((problem) => ({ error: { ...problem } }))],
    ['errors in a list', error((problem) => [{ ...problem }])],
    ['errors as a string', error(({ message }) => message)],
    ['errors as null', error(() => null)],
    ['errors as problem details', error(({ message, status }) => ({ type: 'about:blank', title: message, status }))],
    ['code as a number', error((problem) => ({ ...problem, code: problem.status }))],
    ['code null', error((problem) => ({ ...problem, code: null }))],
    ['message null', error((problem) => ({ ...problem, message: null }))],
    ['message as a list', error((problem) => ({ ...problem, message: [problem.message] }))],
    ['message as an object, of 400 alone', error((problem) => ({ ...problem, message: { name: 'wrong' } }), 400)],
    ['401 without code', error(codeless, 401)],
    ['404 without message', error(messageless, 404)],
    ['400 in a list of errors', error(({ message }) => ({ errors: [message] }), 400)],
    ['404 as the framework makes it', error(({ message }) => ({ statusCode: 404, error: 'Not Found', message }), 404)],
    ['status as a string', telling(({ status }) => String(status))],
    ['status as a string, of 404 alone', telling(() => '404', 404)],
    ['status as a word', telling(() => 'error')],
    ['status null', telling(() => null)],
    ['status with a fraction', telling(({ status }) => status + 0.5)],
  ]),
  ...breaking(['error.status', 'error.envelope', 'reply.schema'], clause.errorStatus, [
    ['status is always 400', telling(() => 400)],
    ['status is always 500', telling(() => 500)],
    ['status is zero', telling(() => 0)],
    ['status 200 in a 404', telling(() => 200, 404)],
    ['status 403 in a 401', telling(() => 403, 401)],
    ['status 422 in a 400', telling(() => 422, 400)],
  ]),
  ...breaking(['reply.media-type', 'reply.json', 'error.envelope'], clause.error, [
    ['HTML error pages', replying({ error: true }, html)],
    ['plain text errors', replying({ error: true }, text)],
    ['HTML for an unknown id', replying({ status: 404 }, html)],
    ['plain text for a missing key', replying({ status: 401 }, text)],
    ['plain text for a refused body', replying({ status: 400 }, text)],
    ['HTML that claims to be JSON', replying({ error: true }, { text: html.text })],
    ['errors without a body', replying({ error: true }, none)],
    ['401 without a body', replying({ status: 401 }, none)],
    ['404 without a body', replying({ status: 404 }, none)],
    ['400 without a body', replying({ status: 400 }, none)],
    [
      '429 with a body of its own kind',
      error(() => ({ detail: 'Slow down.' }), 429),
      ['error.envelope', 'reply.schema'],
      { needs: { limitKey: true } },
    ],
    [
      '429 in plain text',
      replying({ status: 429 }, ({ headers }) => ({ ...text, headers: { ...headers, ...text.headers } })),
      ['reply.media-type', 'error.envelope', 'reply.json'],
      { needs: { limitKey: true } },
    ],
    [
      'status 503 in a 429',
      telling(() => 503, 429),
      clause.errorStatus,
      ['error.status'],
      { needs: { limitKey: true } },
    ],
  ]),
];
