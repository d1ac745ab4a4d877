import { expect, test } from 'vitest';
// README: in a test
