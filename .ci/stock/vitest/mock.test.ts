import { expect, test } from 'vitest';
// sample: in-a-test
