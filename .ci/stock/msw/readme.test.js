import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
// sample: msw
