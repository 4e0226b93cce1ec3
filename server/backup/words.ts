/** Words for whoever runs a command at a terminal. */
export function amount(count: number, thing: string): string {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}

export function size(bytes: number): string {
  if (bytes < 1000) return amount(bytes, "byte");
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${value.toLocaleString("en", { maximumFractionDigits: 1 })} ${unit}`;
}

export function seconds(startTime: number): string {
  return `${((performance.now() - startTime) / 1000).toFixed(1)} s`;
}
