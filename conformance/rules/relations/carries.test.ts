import type { Schema } from '../../../openapi/contract';
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

  it('of an object that the contract does not describe, too, to which a server adds, and a merge patch leaves what it was', () => {
    const free = { sent: object({ data: { type: 'object' } }), shown: object({ data: { type: 'object' } }) };
    expect(carries(free, { data: {} }, { data: { id: 7, kept: 'x' } })).toBe(true);
    expect(carries(free, { data: { a: { b: 1 } } }, { data: { a: { b: 1, c: 2 }, id: 7 } })).toBe(true);
    expect(carries(free, { data: { a: { b: 1 } } }, { data: { a: {}, id: 7 } })).toBe(false);
    expect(carries(free, { data: { a: [1] } }, { data: { a: [1, 2] } })).toBe(false);
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

  it('but for what no reply may show, such as items that come back as others, or a longer text', () => {
    const arrayOf = (items: Schema): Schema => object({ notes: { type: 'array', items } });
    const others = { sent: arrayOf(TEXT), shown: arrayOf(object({ a: TEXT })) };
    expect(carries(others, { notes: ['x'] }, { notes: [] })).toBe(true);
    const short: Schema = { type: 'string', maxLength: 3 };
    const shorter = { sent: arrayOf(TEXT), shown: arrayOf(short) };
    expect(carries(shorter, { notes: ['x', 'long'] }, { notes: ['x'] })).toBe(true);
    expect(carries(shorter, { notes: ['x', 'y'] }, { notes: ['x'] })).toBe(false);
    const text = { sent: object({ note: TEXT }), shown: object({ note: short }) };
    expect(carries(text, { note: 'long' }, { note: 'lon' })).toBe(true);
    expect(carries(text, { note: 'x' }, { note: 'y' })).toBe(false);
  });

  it('but for members that only those schemas of a union name that the object does not fit', () => {
    const union: Schema = {
      anyOf: [
        object({ mode: { type: 'string', enum: ['fast'] }, words: TEXT }),
        object({ minutes: { type: 'integer' } }),
      ],
    };
    const each = { sent: object({ rule: union }), shown: object({ rule: union }) };
    expect(carries(each, { rule: { mode: 'slow', minutes: 5 } }, { rule: { minutes: 5 } })).toBe(true);
    expect(carries(each, { rule: { mode: 'slow', minutes: 5 } }, { rule: { minutes: 6 } })).toBe(false);
    expect(carries(each, { rule: { mode: 'fast', minutes: 5 } }, { rule: { minutes: 5 } })).toBe(false);
    const one = { oneOf: union.anyOf ?? [] };
    const only = { sent: object({ rule: one }), shown: object({ rule: one }) };
    expect(carries(only, { rule: { minutes: null } }, {})).toBe(true);
    expect(carries(only, { rule: { minutes: 5 } }, {})).toBe(false);
  });
});
