import { addsPackages, commandFor, packageManagers } from './package-managers.ts';

const SHELL_BLOCK = /^```sh\n(?<commands>[\s\S]*?)^```$/gm;

/**
 * Shows each block of commands that installs packages in tabs, one for each package manager. Blocks with `npm ci` or `npm run` are for
 * this repository, which needs npm.
 *
 * @param commandOf The name of the command that a package of this repository installs.
 */
export function withInstallTabs(
  markdown: string,
  commandOf: (name: string) => string | undefined,
): string {
  return markdown.replaceAll(SHELL_BLOCK, (block, commands: string) => {
    const lines = commands.trimEnd().split('\n');
    const installs = lines.filter(addsPackages);
    if (installs.length === 0) return block;
    const installed = new Set(installs.flatMap((line) => line.split(' ')));
    const tabs = packageManagers.map((manager) => {
      const shown = lines.map((line) => commandFor(manager, line, installed, commandOf));
      return `\`\`\`sh [${manager}]\n${shown.join('\n')}\n\`\`\``;
    });
    return `::: code-group\n\n${tabs.join('\n\n')}\n\n:::`;
  });
}
