// Removes the whole of each dist: tsc trusts its build info, which is in there too.
import { readdirSync, rmSync } from 'node:fs';

for (const entry of readdirSync('packages', { withFileTypes: true })) {
  if (entry.isDirectory()) rmSync(`packages/${entry.name}/dist`, { recursive: true, force: true });
}
