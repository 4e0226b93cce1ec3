import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** #397e6a is the seventh shade; white on it reads at 4.8:1. */
const brand: MantineColorsTuple = [
  "#eef7f4",
  "#e2f0eb",
  "#c3e0d6",
  "#a0d1c1",
  "#7cc9b2",
  "#56a48e",
  "#397e6a",
  "#2b6a58",
  "#235749",
  "#1d2f2a",
];

export const mantineTheme = createTheme({
  colors: { brand },
  primaryColor: "brand",
  primaryShade: 6,
  defaultRadius: 9,
  cursorType: "pointer",
  respectReducedMotion: true,
});
