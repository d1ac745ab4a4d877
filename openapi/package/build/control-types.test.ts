import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { packageFile } from '../package-file';

test('the types of the control plane are those of its document: `npm run control-types` writes them', () => {
  // In a process of its own: it loads packages that Jest cannot.
  const generated = execFileSync('npm', ['run', '--silent', 'control-types', '--', '--print'], {
    cwd: packageFile('.'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(readFileSync(packageFile('openapi/types/control.ts'), 'utf8')).toBe(generated);
});
