import { expect, test } from '@playwright/test';
// README: in a test
