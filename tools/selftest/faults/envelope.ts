import type { Reply } from '../server/behaviour';
import type { Fault } from '../server/cases';
import type { Json } from '../server/json';
import type { Problem } from '../server/model';
import { on } from '../server/on';
import { clause } from './clauses';

type Change = (problem: Problem) => Json;

const envelope = (name: string, change: Change, status?: number): Fault => ({
  name,
  breaks: clause.error,
  caughtBy: ['error.envelope', 'reply.schema'],
  behaviour: { errorBody: only(status, change) },
});

const wrongStatus = (name: string, change: (problem: Problem) => Json, status?: number): Fault => ({
  name,
  breaks: clause.errorStatus,
  caughtBy: ['error.status', 'error.envelope', 'reply.schema'],
  behaviour: { errorBody: only(status, (problem) => ({ ...problem, status: change(problem) })) },
});

const only =
  (status: number | undefined, change: Change) =>
  (problem: Problem): Json =>
    status === undefined || status === problem.status ? change(problem) : { ...problem };

const page = (name: string, reply: Partial<Reply>, status?: number): Fault => ({
  name,
  breaks: clause.error,
  caughtBy: ['reply.media-type', 'reply.json', 'error.envelope'],
  behaviour: { rewrite: on(status === undefined ? { error: true } : { status }, () => reply) },
});

const html = { headers: { 'Content-Type': 'text/html' }, text: '<h1>Error</h1>' };
const text = { headers: { 'Content-Type': 'text/plain' }, text: 'Error' };

/** Errors that do not say what every error has to say. */
export const envelopes: readonly Fault[] = [
  envelope('errors without code', ({ message, status }) => ({ message, status })),
  envelope('errors without message', ({ code, status }) => ({ code, status })),
  envelope('errors without status', ({ code, message }) => ({ code, message })),
  envelope('errors without anything', () => ({})),
  envelope('errors inside an error', (problem) => ({ error: { ...problem } })),
  envelope('errors in a list', (problem) => [{ ...problem }]),
  envelope('errors as a string', ({ message }) => message),
  envelope('errors as null', () => null),
  envelope('errors as problem details', ({ message, status }) => ({ type: 'about:blank', title: message, status })),
  envelope('code as a number', (problem) => ({ ...problem, code: problem.status })),
  envelope('code null', (problem) => ({ ...problem, code: null })),
  envelope('message null', (problem) => ({ ...problem, message: null })),
  envelope('message as a list', (problem) => ({ ...problem, message: [problem.message] })),
  envelope('message as an object, of 400 alone', (problem) => ({ ...problem, message: { name: 'wrong' } }), 400),
  envelope('401 without code', ({ message, status }) => ({ message, status }), 401),
  envelope('404 without message', ({ code, status }) => ({ code, status }), 404),
  envelope('400 in a list of errors', ({ message }) => ({ errors: [message] }), 400),
  envelope('404 as the framework makes it', ({ message }) => ({ statusCode: 404, error: 'Not Found', message }), 404),
  envelope('status as a string', (problem) => ({ ...problem, status: String(problem.status) })),
  envelope('status as a string, of 404 alone', (problem) => ({ ...problem, status: '404' }), 404),
  envelope('status as a word', (problem) => ({ ...problem, status: 'error' })),
  envelope('status null', (problem) => ({ ...problem, status: null })),
  envelope('status with a fraction', (problem) => ({ ...problem, status: problem.status + 0.5 })),
  wrongStatus('status is always 400', () => 400),
  wrongStatus('status is always 500', () => 500),
  wrongStatus('status is zero', () => 0),
  wrongStatus('status 200 in a 404', () => 200, 404),
  wrongStatus('status 403 in a 401', () => 403, 401),
  wrongStatus('status 422 in a 400', () => 422, 400),
  page('HTML error pages', html),
  page('plain text errors', text),
  page('HTML for an unknown id', html, 404),
  page('plain text for a missing key', text, 401),
  page('plain text for a refused body', text, 400),
  page('HTML that claims to be JSON', { text: html.text }),
  page('errors without a body', { headers: {}, body: undefined }),
  page('401 without a body', { headers: {}, body: undefined }, 401),
  page('404 without a body', { headers: {}, body: undefined }, 404),
  page('400 without a body', { headers: {}, body: undefined }, 400),
  {
    name: '429 with a body of its own kind',
    breaks: clause.error,
    caughtBy: ['error.envelope', 'reply.schema'],
    behaviour: { errorBody: only(429, () => ({ detail: 'Slow down.' })) },
    needs: { limitKey: true },
  },
  {
    name: '429 in plain text',
    breaks: clause.error,
    caughtBy: ['reply.media-type', 'error.envelope', 'reply.json'],
    behaviour: {
      rewrite: on({ status: 429 }, ({ headers }) => ({ ...text, headers: { ...headers, ...text.headers } })),
    },
    needs: { limitKey: true },
  },
  {
    name: 'status 503 in a 429',
    breaks: clause.errorStatus,
    caughtBy: ['error.status'],
    behaviour: { errorBody: only(429, (problem) => ({ ...problem, status: 503 })) },
    needs: { limitKey: true },
  },
];
