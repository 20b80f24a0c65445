// tsc trusts its build info, which lies in dist: all of dist goes, or none of it.
import { readdirSync, rmSync } from 'node:fs';

for (const entry of readdirSync('packages', { withFileTypes: true })) {
  if (entry.isDirectory()) rmSync(`packages/${entry.name}/dist`, { recursive: true, force: true });
}
