const SERVICE_COLOR = '#1d4ed8';
const isColor = /^#[0-9a-f]{6}$/i;

/** The style sheet of hosted pages. Text on the brand's color is black or white, whichever can be read better. */
export function style(brandColor: string | null): string {
  // The style sheet contains it as it is.
  const color = brandColor !== null && isColor.test(brandColor) ? brandColor : SERVICE_COLOR;
  return `
:root { color-scheme: light dark; --brand: ${color}; --on-brand: ${readableOn(color)};
  --ground: #fff; --text: #1a1a1a; --quiet: #555; --line: #8a8a8a; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ground: #16181d; --text: #eee; --quiet: #b5b5b5; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.banner { padding: .5rem 1rem; background: #fde68a; color: #1a1a1a; border-bottom: 1px solid #8a6d00; text-align: center; }
header p { margin: 0; }
.head { background: var(--brand); color: var(--on-brand); padding: 1rem 0; border-bottom: 1px solid var(--line); }
header .brand { margin: 0 auto; max-width: 40rem; padding: 0 1rem; font-weight: 600; }
main { margin: 0 auto; max-width: 40rem; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input, select, textarea { width: 100%; margin: .3rem 0 0; padding: .6rem; font: inherit; color: inherit; background: var(--ground);
  border: 1px solid var(--line); border-radius: .3rem; }
input[type=checkbox] { flex: none; width: 1.1rem; height: 1.1rem; margin: 0 .6rem 0 0; align-self: start; translate: 0 .2rem; }
.check { display: flex; font-weight: 400; } .check span { min-width: 0; } .error + .check { margin-top: .4rem; }
fieldset { margin: 1rem 0 0; padding: 0 1rem 1rem; border: 1px solid var(--line); border-radius: .3rem; }
legend { font-weight: 600; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.errors { padding: 0 1rem; border: 3px solid var(--bad); border-radius: .3rem; }
.errors ul { padding-left: 1.2rem; } .errors h2 { font-size: 1.1rem; } .errors a { color: var(--bad); }
.hint { margin: .2rem 0; color: var(--quiet); font-size: .9rem; }
.error { margin: .2rem 0; color: var(--bad); font-weight: 600; }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px; }
button, .button { display: inline-block; margin: 1.5rem .5rem 0 0; max-width: 100%; padding: .7rem 1.4rem; font: inherit; font-weight: 600; border: 1px solid var(--line);
  border-radius: .3rem; background: var(--brand); color: var(--on-brand); text-decoration: none; cursor: pointer; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.steps { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; color: var(--quiet); font-size: .9rem;
  counter-reset: step; }
.steps li { counter-increment: step; margin: 0; } .steps li::before { content: counter(step) '. '; }
.steps [aria-current] { color: var(--text); font-weight: 600; }
button.second { background: var(--ground); color: var(--text); }
section + section, section + p { border-top: 1px solid var(--line); } section + p { padding-top: 1rem; }
input + .hint { margin-top: 1rem; }
h2 { font-size: 1.2rem; } p .button { margin-top: .5rem; } a { color: inherit; }
.lines { white-space: pre-line; margin-top: .3rem; padding-left: .8rem; border-left: 3px solid var(--line); } .whole { white-space: nowrap; }
details { margin-top: 2rem; padding: .6rem 1rem; border: 1px dashed var(--line); border-radius: .3rem; font-size: .9rem; }
summary { cursor: pointer; font-weight: 600; } li { margin: .3rem 0; }
address { font-style: normal; } dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
`;
}

// Relative luminance and contrast (WCAG 2.2).
function readableOn(color: string): '#000' | '#fff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff';
}
