/** The values that are ticked once one of them has been set. */
export function withTick<Value>(ticked: readonly Value[], value: Value, isOn: boolean): Value[] {
  return isOn ? [...ticked, value] : ticked.filter((other) => other !== value);
}
