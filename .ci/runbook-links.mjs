// The links of alerting rules to what to do: the annotation `runbook_url`, by which Alertmanager's users know it.

const PATTERN = /(?<=^ *runbook_url: )\S+$/gm;

/** Replaces the link of each rule by what `replace` returns for it. */
export function replaceRunbooks(rules, replace) {
  return rules.replaceAll(PATTERN, (link) => replace(link));
}

/** @returns the link of each rule, in order. */
export function runbooksIn(rules) {
  return rules.match(PATTERN) ?? [];
}
