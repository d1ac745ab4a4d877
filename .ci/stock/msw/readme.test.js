import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
// README: msw
