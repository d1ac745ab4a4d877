import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'animal-store-contract/vitest';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import { client } from './axios.js';
import { clientOf } from './client';
import { errorsOf } from './form';
import { Shop } from './shop';
import { secondsToWait } from './wait';

// sample: frontend-strict-mode

// sample: frontend-retry-after

// sample: frontend-countdown

// sample: frontend-fixtures

test('a fault with times: 1 is used up by the first of two requests, though that is aborted', async ({ session }) => {
  await session.faults.add({ status: 503, times: 1 });
  render(<StrictMode><Shop session={session} /></StrictMode>);
  await screen.findByText('Biscuit');
  expect((await session.requests()).map(({ status }) => status).sort()).toEqual([200, 503]);
});

test('a 64-bit id goes to the API and back', async ({ mock, session }) => {
  const client = clientOf(mock.baseUrl, session.apiKeys.free ?? '');
  const added = await client.POST('/pets', { body: { name: 'Rex', categoryId: 9007199254740993n } });
  expect(added.data?.categoryId).toBe(9007199254740993n);
  const { data } = await client.GET('/pets', { params: { query: { status: 'sold', limit: 1 } } });
  expect(data).toEqual([{ id: 4, name: 'Thumper', categoryId: 4, status: 'sold' }]);
});

test('an error page in HTML and a form go through the clients as they are', async ({ mock, session }) => {
  const key = session.apiKeys.free ?? '';
  await session.faults.add({ status: 502, text: '<h1>Bad Gateway</h1>', mediaType: 'text/html' });
  const upload = new FormData();
  upload.set('name', 'Rex');
  const { error, response } = await clientOf(mock.baseUrl, key).POST('/pets', { body: upload as never });
  expect([response.status, error]).toEqual([502, '<h1>Bad Gateway</h1>']);
  const headers = { authorization: `Bearer ${key}` };
  const form = new URLSearchParams({ name: 'Axel' });
  const refused = await client.post(`${mock.baseUrl}/pets`, form, { headers, adapter: 'fetch', validateStatus: null });
  expect([refused.status, refused.data]).toEqual([502, '<h1>Bad Gateway</h1>']);
  const [urlEncoded, multipart] = (await session.requests()).map(({ request }) => request);
  expect(urlEncoded?.body).toBe('name=Axel');
  expect(JSON.stringify(multipart?.headers)).toContain('"multipart/form-data; boundary=');
  expect(multipart?.body).toContain('Rex');
});

test('axios keeps every digit', async ({ mock, session }) => {
  const headers = { authorization: `Bearer ${session.apiKeys.free}` };
  const pet = { name: 'Rex', categoryId: 9007199254740993n };
  const { data } = await client.post(`${mock.baseUrl}/pets`, pet, { headers, adapter: 'fetch' });
  expect(data).toMatchObject(pet);
});

test('a form marks its fields by the document', async ({ mock }) => {
  const document = await (await fetch(new URL('/openapi.json', mock.baseUrl))).json();
  expect(errorsOf(document, 'NewPet', { categoryId: 'cats' })).toEqual({
    name: "must have required property 'name'",
    categoryId: 'must be integer',
  });
  expect(errorsOf(document, 'NewPet', { name: 'Rex', categoryId: 9007199254740993n })).toEqual({});
});

test.each(['seconds', 'date'])('Retry-After in %s is the same wait', async (form) => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  const value = form === 'date' ? 'Thu, 01 Jan 2026 00:00:07 GMT' : '7';
  expect(secondsToWait(new Response(null, { headers: { date, 'retry-after': value } }))).toBe(7);
});
