// The tests of a team, which find the mock started: with a probe of a container, too.
import { equal } from 'node:assert/strict';

const origin = `http://127.0.0.1:${process.argv[2]}`;
equal((await fetch(`${origin}/v1/pets`, { headers: { authorization: 'Bearer demo-free' } })).status, 200);
equal((await fetch(`${origin}/__admin/health/ready`)).status, 200);
