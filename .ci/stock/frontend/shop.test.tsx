import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'animal-store-contract/vitest';
import { StrictMode } from 'react';
import { vi } from 'vitest';
import { clientOf } from './client';
import { Shop } from './shop';

test.beforeEach(({ mock }) => {
  Shop.baseUrl = mock.baseUrl;
});

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
