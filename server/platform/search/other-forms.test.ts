import { describe, expect, it } from "vitest";
import { fold } from "./fold";
import { otherForms } from "./other-forms";

describe("otherForms", () => {
  it.each([
    ["summarize", "summarise"],
    ["organising", "organizing"],
    ["localization", "localisation"],
    ["analyze", "analyse"],
    ["color", "colour"],
    ["behaviours", "behaviors"],
    ["practise", "practice"],
    ["defense", "defence"],
    ["عادات", "عادة"],
    ["عادة", "عادات"],
    ["اجتماعات", "اجتماع"],
    ["لغات", "لغة"],
    ["ग़लती", "ग़लतियाँ"],
    ["ग़लतियों", "ग़लती"],
    ["सपना", "सपनों"],
    ["सपनों", "सपने"],
    ["ошибок", "ошибка"],
    ["ошибки", "ошибок"],
    ["привычек", "привычка"],
    ["привычками", "привычек"],
  ])("maps %s to %s", (word, other) => {
    expect(otherForms(fold(word))).toContain(fold(other));
  });

  it.each(["العقد", "ذات", "भाषा", "договор", "рок", "mistake", "size", "tour", "誤り"])("is empty for %s", (word) => {
    expect(otherForms(fold(word))).toEqual([]);
  });
});
