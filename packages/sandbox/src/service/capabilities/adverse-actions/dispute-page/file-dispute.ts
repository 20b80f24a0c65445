import { allow } from '../../../http/state-machine.js';
import type { RunCommand } from '../../../kernel/command.js';
import { isLongerThan } from '../../../limits/characters.js';
import { limits } from '../../../limits/limits.js';
import { unreadableText } from '../../../pages/entered-text.js';
import type { FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import { findSsns } from '../../candidates/index.js';
import { openDispute } from '../dispute.js';
import { adverseActionRecords } from '../records.js';
import { adverseActionStates } from '../states.js';
import type { DisputeView } from './dispute-view.js';

/** Files the dispute of a candidate, or nothing where it returns what is wrong. @throws Problem 409 when it is too late. */
export async function fileDispute(
  runCommand: RunCommand,
  { action: { id }, findings }: DisputeView,
  form: SentForm,
): Promise<readonly FieldError[]> {
  // Forms send each line break as two characters.
  const statement = form.text('statement').replaceAll('\r\n', '\n');
  const sent = form.texts('findings');
  const chosen = findings.filter(({ value }) => sent.includes(value));
  const isKnown = sent.every((one) => findings.some(({ value }) => value === one));
  const errors = [
    ...(chosen.length > 0 && isKnown ? [] : notChosen(findings)),
    ...statementErrors(statement, form.isUnreadable('statement')),
  ];
  if (errors.length > 0) return errors;
  const idsOf = (kind: 'record' | 'check'): string[] =>
    chosen.flatMap((finding) => (finding.kind === kind ? [finding.id] : []));
  await runCommand(async (command) => {
    const action = await adverseActionRecords.lockForService(command.tx, id);
    allow(adverseActionStates, 'dispute', action);
    await openDispute(command, action, {
      openedBy: 'candidate',
      statement,
      recordIds: idsOf('record'),
      checkIds: idsOf('check'),
    });
  });
  return [];
}

function notChosen([first]: DisputeView['findings']): FieldError[] {
  const field = first ? `finding-${first.value}` : 'statement';
  return [{ field, message: 'Choose what is wrong.' }];
}

function statementErrors(statement: string, isUnreadable: boolean): FieldError[] {
  const field = 'statement';
  // The database takes no U+0000.
  if (isUnreadable || statement.includes('\0')) return [unreadableText(field, 'Your statement')];
  if (statement === '') return [{ field, message: 'Write what is wrong.' }];
  const { most } = limits.statement;
  if (isLongerThan(most, statement)) {
    return [{ field, message: `Write at most ${most.toLocaleString('en-US')} characters.` }];
  }
  if (findSsns({ statement }).length === 0) return [];
  const message = 'Do not write a whole Social Security number. Your text was not kept.';
  return [{ field, message, isSecret: true }];
}
