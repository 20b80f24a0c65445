import { type LimitName, limits } from './limits.js';

/** A bound in words, such as `64 KiB`. */
export function figure(name: LimitName): string {
  const { most, unit } = limits[name];
  const whole = 1024;
  if (unit !== 'bytes') {
    const grouped = most.toLocaleString('en-US');
    return unit === 'items' ? grouped : `${grouped} ${unit}`;
  }
  return most % (whole * whole) === 0 ? `${most / whole / whole} MiB` : `${most / whole} KiB`;
}
