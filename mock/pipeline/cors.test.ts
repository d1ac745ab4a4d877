import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { pairsOf } from '../http/headers';
import { createCors, isPreflight, preflightHeaders } from './cors';

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
});

const request = (method: string, headers: Readonly<Record<string, string>>) => ({ method, headers });

const ANN = 'https://ann.example';

/** The headers of a reply to a request, by their names. */
const headersFor = (origins: readonly string[], headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(pairsOf(createCors(contract, origins).headersFor(request('GET', headers))));

describe('the headers of a reply', () => {
  it("let the page at an allowed origin read the reply, with the names of the contract's and the mock's headers", () => {
    expect(headersFor([ANN], { origin: ANN })).toEqual({
      Vary: 'Origin',
      'Access-Control-Allow-Origin': ANN,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers':
        'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ' +
        'Allow, Date, Deprecation, Link, Preference-Applied, Sunset, WWW-Authenticate',
    });
  });

  it.each([
    'https://ben.example',
    'https://ann.example.evil',
    'https://evil-ann.example',
    'http://ann.example',
    'https://ann.example:8443',
    'null',
    '*',
    '',
  ])('do not let the page at %p read the reply if another origin is allowed', (origin) => {
    expect(headersFor([ANN], { origin })).toEqual({ Vary: 'Origin' });
  });

  it.each([ANN, 'null'])('let the page at %p read the reply, by its name, if every origin is allowed', (origin) => {
    const headers = headersFor(['*'], { origin });
    expect(headers['Access-Control-Allow-Origin']).toBe(origin);
  });

  it('only say that they vary by origin if the request has none', () => {
    expect(headersFor(['*'], {})).toEqual({ Vary: 'Origin' });
  });
});

describe('the answer to a preflight', () => {
  const answer = (headers: Readonly<Record<string, string>>) =>
    preflightHeaders(request('OPTIONS', { origin: ANN, ...headers }), ['GET', 'POST']);

  it('allows the methods of the path and the requested headers', () => {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    expect(answer(asked)).toEqual({
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'authorization,content-type',
      'Access-Control-Max-Age': '600',
    });
  });

  it('allows a method that the path does not have, so that the page can read the 405', () => {
    expect(answer({ 'access-control-request-method': 'DELETE' })['Access-Control-Allow-Methods']).toBe(
      'GET, POST, DELETE',
    );
  });

  it.each(['', 'A B', 'GET\r\nX: 1', 'G'.repeat(21)])('does not repeat %p as a method', (method) => {
    expect(answer({ 'access-control-request-method': method })['Access-Control-Allow-Methods']).toBe('GET, POST');
  });

  it.each(['', 'a\r\nSet-Cookie: b', 'a:b', 'x'.repeat(2001)])('does not repeat %p as names of headers', (names) => {
    expect(answer({ 'access-control-request-headers': names })).not.toHaveProperty('Access-Control-Allow-Headers');
  });

  it.each([
    ['true', 'true'],
    ['false', undefined],
  ])('allows a private network if that is requested: %s', (asked, allowed) => {
    const { 'Access-Control-Allow-Private-Network': answered } = answer({
      'access-control-request-private-network': asked,
    });
    expect(answered).toBe(allowed);
  });
});

describe('a preflight', () => {
  const asked = { origin: ANN, 'access-control-request-method': 'GET' };

  it('is an OPTIONS with an origin and a requested method', () => {
    expect(isPreflight(request('OPTIONS', asked))).toBe(true);
  });

  it.each([
    ['another method', 'GET', asked],
    ['no origin', 'OPTIONS', { 'access-control-request-method': 'GET' }],
    ['no method asked for', 'OPTIONS', { origin: ANN }],
  ])('is not a request with %s', (_, method, headers) => {
    expect(isPreflight(request(method, headers))).toBe(false);
  });
});
