import type { Schema } from '../../openapi/contract';
import { carries } from './carries';

const object = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties });
const TEXT: Schema = { type: 'string' };
const ways = {
  sent: object({ note: object({ a: TEXT, b: TEXT }) }),
  shown: object({ note: object({ a: TEXT, b: TEXT }) }),
};

describe('what was sent comes back', () => {
  it('at every depth', () => {
    expect(carries(ways, { note: { a: 'x' } }, { note: { a: 'x', b: 'of the server' } })).toBe(true);
    expect(carries(ways, { note: { a: 'x' } }, { note: { a: 'y' } })).toBe(false);
    expect(carries(ways, { note: { a: 'x' } }, { note: {} })).toBe(false);
  });

  it('but for null, which may be left out, and for what the record itself does not have', () => {
    expect(carries(ways, { note: { a: null, b: 'x' } }, { note: { b: 'x' } })).toBe(true);
    const record = object({ note: object({ b: TEXT }) });
    expect(carries({ ...ways, record }, { note: { a: 'x' } }, { note: {} })).toBe(true);
    expect(carries({ ...ways, record }, { note: { b: 'x' } }, { note: {} })).toBe(false);
  });

  it('but for what comes back as another type, such as the thing that a name was sent of', () => {
    const shown = object({ note: object({ a: TEXT }), size: { type: 'number' } });
    const sent = object({ note: TEXT, size: { type: 'integer' } });
    expect(carries({ sent, shown }, { note: 'x', size: 1 }, { note: { a: 'y' }, size: 1 })).toBe(true);
    expect(carries({ sent, shown }, { note: 'x', size: 1 }, { note: { a: 'y' }, size: 2 })).toBe(false);
  });
});
