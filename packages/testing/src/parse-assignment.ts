import { type Edit, EditError, parsePath } from './edit-event.js';

/**
 * Parses the value of `--set`: `data.state=CA` sets a text, which takes the type of its field, and `data.attemptCount:=2` sets JSON.
 * In a path, `\.`, `\:` and `\=` are a dot, a colon and an equals sign inside a key.
 *
 * @throws EditError that says what is wrong.
 */
export function parseSet(text: string): Edit {
  const [, written = '', colon, value = ''] = ASSIGNMENT.exec(text) ?? [];
  if (colon === undefined) {
    throw new EditError(
      'set',
      `"${text}" is not path=value or path:=json; write it as data.formData.licenseNumber=RN123.`,
    );
  }
  const path = requirePath(written.replaceAll(/\\([:=])/g, '$1'), 'set');
  if (colon === '') return { kind: 'setText', path, text: value };
  return { kind: 'set', path, value: parseJson(value, written) };
}

/** Parses the value of `--unset`: `data.metadata.orderId`. @throws EditError that says what is wrong. */
export function parseUnset(text: string): Edit {
  return { kind: 'unset', path: requirePath(text, 'unset') };
}

// The path, a colon or nothing, and the value.
const ASSIGNMENT = /^((?:[^=\\]|\\.)+?)(:?)=(.*)$/s;

function requirePath(text: string, kind: Edit['kind']): readonly string[] {
  if (text.includes('[')) {
    const cure = text.replaceAll(/\[["']?([^\]"']*)["']?\]/g, '.$1');
    throw new EditError(kind, `"${text}" has a bracket; write an index after a dot: ${cure}.`);
  }
  const path = parsePath(text);
  if (path) return path;
  throw new EditError(
    kind,
    `"${text}" is not a valid path; separate keys with dots, such as data.state.`,
  );
}

function parseJson(json: string, path: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new EditError(
      'set',
      `${JSON.stringify(json)} is not JSON, which follows :=; for text, write ${path}=...`,
    );
  }
}
