import { z } from 'zod';

/** A step of a plan, as `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)` shows it. Rows are per loop. */
const PlanNode = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  'Shared Hit Blocks': z.number().default(0),
  'Shared Read Blocks': z.number().default(0),
  get Plans() {
    return z.array(PlanNode).default([]);
  },
});
type PlanNode = z.output<typeof PlanNode>;

const Explained = z.object({ 'Query Text': z.string(), Plan: PlanNode });

/** A statement that was run. */
export interface ExplainedStatement {
  readonly text: string;
  readonly plan: PlanNode;
}

/** The maximum cost of a statement. */
export interface CostLimits {
  /** Rows read by all scans together, including filtered ones. */
  readonly rows: number;
  /** Pages of 8 KiB, which also count the entries that an index scan skips. */
  readonly pages: number;
}

/** Reads a notice of auto_explain. `undefined` for other notices. */
export function readPlan(notice: string): ExplainedStatement | undefined {
  const [, json] = /^duration: [\d.]+ ms\s+plan:\n(.*)$/s.exec(notice) ?? [];
  if (json === undefined) return undefined;
  const { 'Query Text': text, Plan: plan } = Explained.parse(JSON.parse(json));
  return { text, plan };
}

/** The indexes that a statement has read. */
export function indexesOf({ plan }: ExplainedStatement): readonly string[] {
  return nodesOf(plan).flatMap((node) => node['Index Name'] ?? []);
}

/** A sentence for each reason why a statement is not bounded. */
export function faultsOf(
  { text, plan }: ExplainedStatement,
  limits: CostLimits,
  largeTables: ReadonlySet<string>,
): readonly string[] {
  const nodes = nodesOf(plan);
  // The other scans are of the catalog and of tables with one row, such as the clock.
  const scans = nodes.filter(
    (node) =>
      node['Node Type'] === 'Bitmap Index Scan' ||
      (node['Node Type'].endsWith('Scan') && largeTables.has(node['Relation Name'] ?? '')),
  );
  const rows = scans.reduce((sum, node) => sum + rowsOf(node), 0);
  // The pages that an update writes do not count. A bitmap's pages are in those of the scan that uses it.
  const pages = scans
    .filter((node) => node['Relation Name'] !== undefined)
    .reduce((sum, node) => sum + node['Shared Hit Blocks'] + node['Shared Read Blocks'], 0);
  const steps = nodes.map((node) => `${describeStep(node)}: ${rowsOf(node)} rows`).join(', ');
  const faults = [
    ...scans
      .filter((node) => node['Node Type'].endsWith('Seq Scan') && node['Actual Loops'] > 0)
      .map((node) => `scans ${node['Relation Name']}`),
    ...nodes
      .filter((node) => node['Node Type'].endsWith('Sort') && sortedBy(node) > limits.rows)
      .map((node) => `sorts ${sortedBy(node)} rows`),
    ...(rows > limits.rows ? [`reads ${rows} rows, more than ${limits.rows}`] : []),
    ...(pages > limits.pages ? [`reads ${pages} pages, more than ${limits.pages}`] : []),
  ];
  return faults.map((fault) => `It ${fault}: ${text} [${steps}]`);
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...node.Plans.flatMap(nodesOf)];
}

function rowsOf(node: PlanNode): number {
  const removed = node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck'];
  return Math.round((node['Actual Rows'] + removed) * node['Actual Loops']);
}

function sortedBy(node: PlanNode): number {
  return node.Plans.reduce((sum, child) => sum + child['Actual Rows'] * child['Actual Loops'], 0);
}

function describeStep(node: PlanNode): string {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': by } = node;
  return [type, ...(table ? [table] : []), ...(by ? [`by ${by}`] : [])].join(' ');
}
