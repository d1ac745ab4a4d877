/**
 * For Playwright Test: a `test` with the fixtures `mock` and `session`, a session for each test, whose key the page's
 * requests carry.
 */
import { test as base } from '@playwright/test';
import { connectMock, startMock } from './index';
import { mockFixtures } from './playwright/fixtures';

export { expect } from '@playwright/test';

import type { MockTestArgs, MockWorkerArgs } from './playwright/model';

export type { MockTestArgs, MockWorkerArgs } from './playwright/model';

export const test = base.extend<MockTestArgs, MockWorkerArgs>(mockFixtures({ connectMock, startMock }));
